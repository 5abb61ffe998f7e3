package mutations

import (
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// What the act is done with: values and their order, where a preview shows them. Spelling,
// what has no single meaning, what no preview shows, and calls on the page stand in spelling.go, ambiguous.go,
// hidden.go and page_arguments.go.

var argumentMutations = slices.Concat(dimension("arguments",
	Mutation{
		Slug: "leaf-edited", About: "A text or truth value is another one.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool { return s.edit(pick, edit{where: all(plain, isLeaf), change: flip}) },
	},
	Mutation{
		Slug: "leaf-retyped", About: "A value keeps its look and changes its type: \"1\", 1, true, \"true\".",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool { return s.edit(pick, edit{where: all(plain, isLeaf), change: retype}) },
	},
	Mutation{
		Slug: "leaf-wrapped", About: "A value stands in a list of one, or in an object.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isLeaf), change: func(v *spec.Value, pick Pick) bool {
				*v = read(choose(pick, []string{"[" + v.Source() + "]", `{"value":` + v.Source() + "}"}))
				return true
			}})
		},
	},
	Mutation{
		Slug: "digits-padded", About: "A text of digits gets a zero in front: \"1\" is not \"01\".",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isText), change: func(v *spec.Value, _ Pick) bool {
				_, err := strconv.ParseUint(v.Text, 10, 32)
				return err == nil && setText(v, "0"+v.Text)
			}})
		},
	},
	Mutation{
		Slug: "number-edited", About: "A number is another one, far away or next to it.",
		Label: Drift, Phase: AtPresentation, Owner: "distinct-numbers",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isNumber), change: nextNumber})
		},
	},
	Mutation{
		Slug: "number-past-doubles", About: "A number changes by less than a double can tell: past 2^53, or in its last digits.",
		Label: Drift, Phase: AtPresentation, Owner: "distinct-numbers", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isNumber), text: true, change: lastDigit})
		},
	},
	Mutation{
		Slug: "emptiness-exchanged", About: "One empty value stands for another: null, \"\", [], {}, false, 0.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isEmpty), change: otherEmpty})
		},
	},
	Mutation{
		Slug: "empty-member-removed", About: "A member whose value is empty is left out.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: removeMember(isEmpty)})
		},
	},
	Mutation{
		Slug: "empty-member-added", About: "A member that was absent is there, and empty.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: func(v *spec.Value, pick Pick) bool {
				return insert(v, "remark", read(choose(pick, empties)))
			}})
		},
	},
	Mutation{
		Slug: "member-added", About: "A member is added, also under a name that trips careless objects.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: func(v *spec.Value, pick Pick) bool {
				return insert(v, choose(pick, []string{"remark", "", "__proto__", "constructor", "$ref"}), textValue("added"))
			}})
		},
	},
	Mutation{
		Slug: "member-removed", About: "A member is missing.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: removeMember(func(p place) bool { return !isEmpty(p) })})
		},
	},
	Mutation{
		Slug: "member-renamed", About: "A value stands under another name.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: rename("remark")})
		},
	},
	Mutation{
		Slug: "values-swapped", About: "Two members of one object have exchanged their values.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: swapMembers})
		},
	},
	Mutation{
		Slug: "characters-moved", About: "Characters moved from the end of one text to the beginning of its neighbour.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isContainer), change: moveCharacter})
		},
	},
	Mutation{
		Slug: "member-moved-out", About: "A member of an inner object stands in the outer one.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: moveOut})
		},
	},
	Mutation{
		Slug: "element-added", About: "A list has one element more.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isList), change: func(v *spec.Value, pick Pick) bool {
				v.List = slices.Insert(v.List, choose(pick, []int{len(v.List), 0}), read(choose(pick, []string{`"added"`, `null`, `[]`})))
				return true
			}})
		},
	},
	Mutation{
		Slug: "element-removed", About: "A list has one element less.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isList), change: func(v *spec.Value, pick Pick) bool {
				if len(v.List) == 0 {
					return false
				}
				remove(v, pick(len(v.List)))
				return true
			}})
		},
	},
	Mutation{
		Slug: "array-reordered", About: "Two neighbours in a list have changed places.",
		Label: Drift, Phase: AtPresentation, Owner: "order-of-arrays",
		Apply: func(s *Scene, pick Pick) bool { return s.edit(pick, edit{where: all(plain, isList), change: reorder}) },
	},
	Mutation{
		Slug: "brackets-moved", About: "The same elements are grouped otherwise: [[1],2] is not [1,[2]] and not [1,2].",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool { return s.edit(pick, edit{where: all(plain, isList), change: regroup}) },
	},
	Mutation{
		Slug: "list-wrapped", About: "A list stands in a list of one, or its first element does.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isList), change: func(v *spec.Value, pick Pick) bool {
				if pick(2) == 0 || len(v.List) == 0 {
					*v = wrapped(*v)
				} else {
					v.List[0] = wrapped(v.List[0])
				}
				return true
			}})
		},
	},
	Mutation{
		Slug: "value-as-text", About: "A value stands as JSON inside a text.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isContainer), change: func(v *spec.Value, _ Pick) bool { return setText(v, v.Source()) }})
		},
	},
	Mutation{
		Slug: "text-as-value", About: "JSON that stood inside a text is a value.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isText), change: func(v *spec.Value, _ Pick) bool {
				inner, err := spec.ParseValue(v.Text)
				if err == nil {
					*v = inner
				}
				return err == nil
			}})
		},
	},
	Mutation{
		Slug: "default-made-explicit", About: "A default of the declaration is written down.",
		Label: Free, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			top := func(p place) bool { return len(p.path) == 0 }
			return strings.Contains(string(a.Parameters), `"default":"normal"`) && s.edit(pick, edit{where: top, change: func(v *spec.Value, _ Pick) bool {
				return v.Kind == spec.Object && insert(v, "importance", textValue("normal"))
			}})
		},
	},
), spellingMutations, ambiguousMutations, hiddenMutations, pageArguments)

var empties = []string{`null`, `""`, `[]`, `{}`, `false`, `0`}

func isContainer(p place) bool { return isList(p) || isObject(p) }

func isEmpty(p place) bool { return slices.Contains(empties, p.value.Source()) }

func flip(v *spec.Value, _ Pick) bool {
	switch v.Kind {
	case spec.True:
		*v = read("false")
	case spec.False:
		*v = read("true")
	case spec.Text:
		return setText(v, "b")
	default:
		return false
	}
	return true
}

func retype(v *spec.Value, pick Pick) bool {
	inner, err := spec.ParseValue(v.Text)
	var as []string
	switch {
	case v.Kind == spec.Text && err == nil && isLeaf(place{value: inner}) && inner.Kind != spec.Text:
		as = []string{inner.Source()}
	case v.Kind == spec.Text:
		return false
	case v.Text == "1e0":
		as = []string{`"1"`, `true`}
	default:
		as = []string{spec.Quote(v.Source())}
	}
	*v = read(choose(pick, as))
	return true
}

func otherEmpty(v *spec.Value, pick Pick) bool {
	was := v.Source()
	*v = read(choose(pick, slices.DeleteFunc(slices.Clone(empties), func(e string) bool { return e == was })))
	return true
}

// removeMember takes out one of the members that satisfy a condition.
func removeMember(which func(place) bool) func(*spec.Value, Pick) bool {
	return func(v *spec.Value, pick Pick) bool {
		var at []int
		for i := range v.List {
			if which(place{value: v.List[i]}) {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			return false
		}
		remove(v, choose(pick, at))
		return true
	}
}

func rename(name string) func(*spec.Value, Pick) bool {
	return func(v *spec.Value, pick Pick) bool {
		if _, there := v.Member(name); there || len(v.List) == 0 {
			return false
		}
		i := pick(len(v.List))
		v.Names[i], v.RawNames[i] = name, spec.Quote(name)
		return true
	}
}

// swapMembers exchanges two values of different kinds, or two texts that do not look alike.
func swapMembers(v *spec.Value, pick Pick) bool {
	type pair struct{ i, j int }
	var pairs []pair
	for i := range v.List {
		for j := range i {
			if unlike(v.List[i], v.List[j]) {
				pairs = append(pairs, pair{j, i})
			}
		}
	}
	if len(pairs) == 0 {
		return false
	}
	p := choose(pick, pairs)
	v.List[p.i], v.List[p.j] = v.List[p.j], v.List[p.i]
	return true
}

func unlike(a, b spec.Value) bool {
	if a.Kind == spec.Text && b.Kind == spec.Text {
		return len(a.Text) > 0 && len(b.Text) > 0 && (a.Text[0]|0x20) != (b.Text[0]|0x20) && a.Text[0] < 0x80 && b.Text[0] < 0x80
	}
	return a.Kind != b.Kind
}

// moveCharacter works on two texts that follow each other; the moved character is a letter or digit.
func moveCharacter(v *spec.Value, _ Pick) bool {
	for i := 1; i < len(v.List); i++ {
		a, b := &v.List[i-1], &v.List[i]
		if a.Kind != spec.Text || b.Kind != spec.Text || len(a.Text) < 2 {
			continue
		}
		if last := a.Text[len(a.Text)-1]; last > ' ' && last < 0x7f {
			return setText(a, a.Text[:len(a.Text)-1]) && setText(b, string(last)+b.Text)
		}
	}
	return false
}

func moveOut(v *spec.Value, _ Pick) bool {
	for i := range v.List {
		inner := &v.List[i]
		if inner.Kind != spec.Object || len(inner.List) == 0 {
			continue
		}
		name, member := inner.Names[0], inner.List[0]
		remove(inner, 0)
		return insert(v, name, member)
	}
	return false
}

func reorder(v *spec.Value, pick Pick) bool {
	var at []int
	for i := 1; i < len(v.List); i++ {
		if !v.List[i-1].Equal(v.List[i]) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return false
	}
	i := choose(pick, at)
	v.List[i-1], v.List[i] = v.List[i], v.List[i-1]
	return true
}

func wrapped(v ...spec.Value) spec.Value { return spec.Value{Kind: spec.Array, List: v} }

// regroup moves a bracket of the first element, a list, to the rest, or drops its brackets.
func regroup(v *spec.Value, pick Pick) bool {
	if len(v.List) == 0 || v.List[0].Kind != spec.Array || len(v.List[0].List) == 0 {
		return false
	}
	first, rest := v.List[0].List, v.List[1:]
	if pick(2) == 0 && len(rest) > 0 {
		v.List = append(slices.Clone(first), wrapped(rest...))
	} else {
		v.List = append(slices.Clone(first), rest...)
	}
	return true
}
