package mutations

// Fixed walks through the choices: what a sweep plays, complete by construction and without luck.

// Fixed picks what is written down, one after the other, then the simplest. A choice past the number of
// alternatives takes the last one.
func Fixed(choices []int) Pick {
	return func(n int) int {
		if len(choices) == 0 {
			return 0
		}
		c := min(choices[0], n-1)
		choices = choices[1:]
		return c
	}
}

// Walk visits sequences of choices, the simplest first and the last choice changing fastest, until all
// were visited or the limit is reached.
func Walk(limit int, visit func(Pick)) {
	var digits, sizes []int
	for range limit {
		at := 0
		visit(func(n int) int {
			if at == len(digits) {
				digits, sizes = append(digits, 0), append(sizes, n)
			}
			sizes[at] = n
			at++
			return min(digits[at-1], n-1)
		})
		digits, sizes = digits[:at], sizes[:at]
		for at > 0 && digits[at-1]+1 >= sizes[at-1] {
			at--
		}
		if at == 0 {
			return
		}
		digits, sizes = digits[:at], sizes[:at]
		digits[at-1]++
	}
}

// Ways visits a mutation done in many ways: on the simplest scene that admits it and, of a mutation of
// the arguments, on the simplest one with each of the argument shapes, of one on the page in each setting;
// on each with so many sequences of its choices. Scenes that the caller does not admit (nil: all are) are passed over.
func Ways(m *Mutation, admits func(*Scene) bool, choices int, visit func(*Scene)) {
	on := func(scene *Scene) {
		Walk(choices, func(pick Pick) {
			if s := scene.Clone(); s.Do(m, pick) {
				visit(s)
			}
		})
	}
	if m.On != nil {
		for i := range pageSettings {
			if scene, ok := settingFor(m, admits, i, i%len(pageCallers)); ok {
				on(scene)
			}
		}
		return
	}
	if m.Dimension != "arguments" && m.Dimension != "target" {
		if scene, ok := SimplestFor(m, admits); ok {
			on(scene)
		}
		return
	}
	for shape := range shapes {
		if scene, ok := simplest(m, admits, shape); ok {
			on(scene)
		}
	}
}

// SimplestFor finds the simplest scene that admits a mutation when every choice of the mutation is the
// simplest, and that the caller admits (nil: every one is): the simplest of all, or else one choice away
// from it, then two, and so on.
func SimplestFor(m *Mutation, admits func(*Scene) bool) (*Scene, bool) {
	if m.On != nil {
		return simplestOnPage(m, admits)
	}
	return simplest(m, admits, -1)
}

// simplestOnPage finds it among the settings of the page, the first caller before the others.
func simplestOnPage(m *Mutation, admits func(*Scene) bool) (*Scene, bool) {
	for caller := range pageCallers {
		for i := range pageSettings {
			if s, ok := settingFor(m, admits, i, caller); ok {
				return s, true
			}
		}
	}
	return nil, false
}

// settingFor is the scene of a setting and a caller, where it admits a mutation.
func settingFor(m *Mutation, admits func(*Scene) bool, setting, caller int) (*Scene, bool) {
	s := NewPageScene(Fixed([]int{setting, caller}))
	return s, (admits == nil || admits(s)) && s.Clone().Do(m, Simplest)
}

// simplest finds it among the scenes with one shape of arguments, -1 for any.
func simplest(m *Mutation, admits func(*Scene) bool, shape int) (*Scene, bool) {
	sizes := []int{len(forms), len(shapes), len(settings), 3}
	for away := range len(sizes) + 1 {
		if s, ok := search(m, admits, shape, sizes, nil, away); ok {
			return s, true
		}
	}
	return nil, false
}

// search tries every scene that is so many choices away from the simplest.
func search(m *Mutation, admits func(*Scene) bool, shape int, sizes, chosen []int, away int) (*Scene, bool) {
	at := len(chosen)
	if at == len(sizes) {
		if away > 0 {
			return nil, false
		}
		s := NewScene(Fixed(chosen))
		return s, (admits == nil || admits(s)) && s.Clone().Do(m, Simplest)
	}
	if at == 1 && shape >= 0 {
		return search(m, admits, shape, sizes, append(chosen[:at:at], shape), away)
	}
	for i := 0; i < sizes[at] && (i == 0 || away > 0); i++ {
		if s, ok := search(m, admits, shape, sizes, append(chosen[:at:at], i), away-min(i, 1)); ok {
			return s, true
		}
	}
	return nil, false
}
