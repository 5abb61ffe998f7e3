package reports

import (
	"encoding/xml"
	"fmt"
	"io"
)

var _ = format("junit", junitFormat{})

// junitFormat is the report for build servers: a suite a chapter, a test a clause. A clause that
// makes the run fail is a failure, a broken SHOULD that does not is told in its output, what was
// not judged is skipped, and what could not be judged is an error.
type junitFormat struct{}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Timestamp  string          `xml:"timestamp,attr,omitempty"`
	Properties []junitProperty `xml:"properties>property,omitempty"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Skipped *junitText `xml:"skipped"`
	Error   *junitText `xml:"error"`
	Failure *junitText `xml:"failure"`
	Out     string     `xml:"system-out,omitempty"`
}

type junitText struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

func (junitFormat) Render(w io.Writer, r *Run, _ Look) error {
	all := junitSuites{Name: "sameact " + Legible(r.Spelled), Time: fmt.Sprintf("%.3f", float64(r.DurationMs)/1000)}
	names, of := r.chapters()
	for _, name := range names {
		s := junitSuite{Name: name, Timestamp: r.Started, Properties: r.properties()}
		for _, c := range of[name] {
			s.add(c.junit(r.Strict))
		}
		all.add(s)
	}
	if r.Baseline != nil && len(r.Baseline.Wrong) > 0 {
		all.add(r.junitBaseline())
	}
	if len(r.Broken) > 0 {
		all.add(r.junitBroken())
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (r *Run) properties() []junitProperty {
	out := []junitProperty{{"target", Legible(r.Spelled)}, {"gate", Legible(r.Target.Name + " " + r.Target.Version)}, {"seed", fmt.Sprint(r.Seed)}, {"exit", fmt.Sprint(r.Exit)}}
	for _, u := range r.Target.Unbound {
		out = append(out, junitProperty{"does-not-bind", Legible(u.Field)})
	}
	return out
}

// junitBaseline is the suite of what is not as the baseline has it.
func (r *Run) junitBaseline() junitSuite {
	s := junitSuite{Name: "baseline", Timestamp: r.Started}
	for _, why := range r.Baseline.Wrong {
		s.add(junitCase{Class: "baseline", Name: Legible(why), Failure: &junitText{Message: Legible(why), Type: "baseline"}})
	}
	return s
}

// junitBroken is the suite of a run without a verdict, so that a build server does not call it green.
func (r *Run) junitBroken() junitSuite {
	s := junitSuite{Name: "run", Timestamp: r.Started}
	for _, why := range r.Broken {
		c := junitCase{Class: "run", Name: "verdict", Error: &junitText{Message: Legible(why), Type: "no-verdict"}}
		for _, f := range r.faults() {
			c.Error.Text += f
		}
		s.add(c)
	}
	return s
}

func (c RunClause) junit(strict bool) junitCase {
	out := junitCase{Class: "sameact." + c.Chapter, Name: c.ID}
	text := ""
	for _, f := range c.Findings {
		text += "in " + f.Story + "\n" + f.tell()
	}
	message := Legible(c.remark(strict))
	switch {
	case c.Counts(strict):
		out.Failure = &junitText{Message: message, Type: string(c.Status), Text: text}
	case c.Status == Fail:
		out.Out = message + "\n" + text
	case c.Status == Error:
		out.Error = &junitText{Message: message, Type: string(c.Status)}
	case c.Status != Pass:
		out.Skipped = &junitText{Message: string(c.Status) + ": " + message}
	}
	if out.Out == "" {
		out.Out = fmt.Sprintf("exercised %d times, by %d scripts\n", c.Exercised, c.Scripts)
	}
	return out
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func (a *junitSuites) add(s junitSuite) {
	a.Suites = append(a.Suites, s)
	a.Tests += s.Tests
	a.Failures += s.Failures
	a.Errors += s.Errors
	a.Skipped += s.Skipped
}
