package mutations

import "sameact/spec"

// What no preview shows: the tail of a long text, a masked value, the depth, the end of a long list.

var hiddenMutations = dimension("arguments",
	Mutation{
		Slug: "tail-edited", About: "A long text differs at its end only, past 256 characters and past 8 KiB.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(anywhere, isLong), change: func(v *spec.Value, pick Pick) bool {
				return setText(v, choose(pick, []string{v.Text + "!", v.Text[:len(v.Text)-1] + "!", v.Text[:len(v.Text)-1]}))
			}})
		},
	},
	Mutation{
		Slug: "tail-past-8-kib-edited", About: "A text differs past its eight-thousandth character only.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			veryLong := func(p place) bool { return isText(p) && len(p.value.Text) > 8<<10 }
			return s.edit(pick, edit{where: veryLong, change: func(v *spec.Value, pick Pick) bool {
				return setText(v, choose(pick, []string{v.Text[:len(v.Text)-1] + "!", v.Text + "!", v.Text[:len(v.Text)-1]}))
			}})
		},
	},
	Mutation{
		Slug: "middle-edited", About: "A long text differs in one character behind the 256th, with a long tail that is the same.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(anywhere, isLong), change: func(v *spec.Value, pick Pick) bool {
				i := choose(pick, []int{shownText + 4, max(shownText+10, len(v.Text)/2), len(v.Text) - 20})
				return v.Text[i] < 0x80 && setText(v, v.Text[:i]+"#"+v.Text[i+1:])
			}})
		},
	},
	Mutation{
		Slug: "masked-value-edited", About: "A value under a name like password or token is another one.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			masked := func(p place) bool { return p.masked && p.value.Text != "" }
			return s.edit(pick, edit{where: all(masked, isText), change: func(v *spec.Value, pick Pick) bool {
				return setText(v, choose(pick, []string{"other-value", v.Text + "1", "x" + v.Text[1:]}))
			}})
		},
	},
	Mutation{
		Slug: "depth-edited", About: "A value below the depth of a preview is another one.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			deep := func(p place) bool { return p.deep }
			return s.edit(pick, edit{where: all(deep, isLeaf), change: flip})
		},
	},
	Mutation{
		Slug: "list-end-edited", About: "An element past the fiftieth of a list is another one.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			far := func(p place) bool { return p.far }
			return s.edit(pick, edit{where: all(far, isLeaf), change: flip})
		},
	},
	Mutation{
		Slug: "list-end-added", About: "A list that is longer than a preview shows has one element more at its end.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: isLongList, change: func(v *spec.Value, _ Pick) bool {
				v.List = append(v.List, textValue("added"))
				return true
			}})
		},
	},
	Mutation{
		Slug: "list-end-removed", About: "A list that is longer than a preview shows has lost its last element.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: isLongList, change: func(v *spec.Value, _ Pick) bool {
				remove(v, len(v.List)-1)
				return true
			}})
		},
	},
	Mutation{
		Slug: "list-end-reordered", About: "The last two elements of a list that is longer than a preview shows have changed places.",
		Label: Drift, Phase: AtPresentation, Owner: "past-the-preview",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: isLongList, change: func(v *spec.Value, _ Pick) bool {
				n := len(v.List)
				v.List[n-2], v.List[n-1] = v.List[n-1], v.List[n-2]
				return true
			}})
		},
	},
)

// isLong: a text of ASCII letters that is well longer than what is shown.
func isLong(p place) bool { return isText(p) && len(p.value.Text) > shownText+30 }

func isLongList(p place) bool { return isList(p) && len(p.value.List) > shownIndex+1 }
