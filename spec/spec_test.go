package spec

import "testing"

func TestNotationRoundTrips(t *testing.T) {
	for _, text := range []string{
		"call m1 action=mail.send args={\"to\":[\"finance@corp.example\"],\"body\":\"Q3 is done\"}\nallow m1\ncall m1 ~args={\"to\":[]}\n",
		"~tamper m1 ~args={\"a\": 1}\nat +9m59.999s\ntick\n< p2: effect action=mail.send args={}\n",
		"call m1 text=\"{\\\"a\\\":1, \\\"a\\\":2}\" with=none\ndecide m1 decision=\"false\"\ndecide m1 decision=false\ndecide m1 decision={}\n",
		"call m1 bytes=/w== agent=\"\" task={\"transcript\":\"t1\",\"objective\":\"o1\",\"revision\":1}\n~p2: call m1 pause=before-spend\np2: go\n",
		"configure connectors=[{\"id\":\"mail\",\"ceiling\":\"read\"}]\nturn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.delete\",\"args\":{\"id\":1}}]]\ndecide decisions=[[\"m1\",\"allow\"],[\"m2\",\"deny\"]]\n",
	} {
		h, err := ParseHistory(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if h.String() != text {
			t.Errorf("printed\n%swant\n%s", h, text)
		}
	}
}
