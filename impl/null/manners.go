package null

import (
	"bytes"

	"sameact/spec"
)

func rejectAll(*gate, spec.Request) (spec.Answer, error) {
	return spec.Answer{Status: spec.Refused}, nil
}

func politeReject(g *gate, r spec.Request) (spec.Answer, error) {
	switch {
	case r.Method != spec.MethodCall:
		return spec.Answer{Status: spec.Recorded}, nil
	case r.Approval == nil:
		return g.ask(r)
	}
	return spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalInvalid}, nil
}

func acceptAll(g *gate, r spec.Request) (spec.Answer, error) {
	if r.Method == spec.MethodCall {
		return g.run(r)
	}
	return spec.Answer{Status: spec.Recorded}, nil
}

func rubberStamp(g *gate, r spec.Request) (spec.Answer, error) {
	switch {
	case r.Method != spec.MethodCall:
		return spec.Answer{Status: spec.Recorded}, nil
	case r.Approval == nil:
		return g.ask(r)
	}
	return g.run(r)
}

func echo(*gate, spec.Request) (spec.Answer, error) {
	return spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: "q1"}, nil
}

// liar keeps honest books about approvals and makes the rest up.
func liar(g *gate, r spec.Request) (spec.Answer, error) {
	if r.Method == spec.MethodCall && r.Approval == nil {
		return g.ask(r)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch r.Method {
	case spec.MethodResume:
		return spec.Answer{Status: spec.Recorded}, nil
	case spec.MethodDecide:
		return g.pretendToSettle(r), nil
	}
	q := g.asked[*r.Approval]
	switch {
	case q == nil || q.call != spelled(*r.Call):
		return spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalInvalid}, nil
	case q.state == "pending":
		return spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: *r.Approval}, nil
	case q.state == "denied":
		return spec.Answer{Status: spec.Refused, Code: spec.CodeDenied}, nil
	case q.state == "consumed":
		return spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalUsed}, nil
	}
	q.state = "consumed"
	took := int64(40)
	g.audit = append(g.audit, spec.AuditRecord{Seq: int64(len(g.audit) + 1), At: r.Now, Kind: "execution", Connector: r.Call.Connector,
		Action: r.Call.Action, Request: *r.Approval, Executed: true, Outcome: "success", Duration: &took})
	return spec.Answer{Status: spec.Executed, Result: []byte(`{"sent":true}`)}, nil
}

func (g *gate) pretendToSettle(r spec.Request) spec.Answer {
	q := g.asked[r.Request]
	allow, deny := bytes.Equal(r.Decision, []byte(`"allow"`)), bytes.Equal(r.Decision, []byte(`"deny"`))
	switch {
	case q == nil:
		return spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalInvalid}
	case !allow && !deny:
		return spec.Answer{Status: spec.Refused, Code: spec.CodeDecisionInvalid}
	case deny:
		q.state = "denied"
		return spec.Answer{Status: spec.Refused, Code: spec.CodeDenied}
	}
	if q.state == "pending" {
		q.state = "approved"
	}
	return spec.Answer{Status: spec.Recorded}
}
