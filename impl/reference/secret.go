package reference

import (
	"strings"
	"unicode"
)

// Which names say that their value is a secret. A name is read as words and its head noun decides, the
// last word or the last few together: access_token, clientSecret, x-api-key are secrets; max_tokens,
// cookie_policy, compass, secret_santa are none. Masking more than that would let an agent hide a
// recipient behind a name of its choice.

// secretNouns are head nouns, words of several written as one.
var secretNouns = nouns(`
	password passwords passwd pwd passphrase passcode secret secrets token authorization
	cookie cookies credential credentials otp totp dsn jwt cvv cvc sessionid connectionstring
	apikey apikeys accesskey secretkey privatekey signingkey encryptionkey sharedkey sessionkey
	accesstokens refreshtokens authtokens sessiontokens
	mfacode otpcode authcode securitycode verificationcode recoverycode recoverycodes backupcodes`)

// looseNouns are secrets as a member's name; in running text they are ordinary words.
var looseNouns = nouns(`pass auth bearer pin signature`)

// looseEnds may stand after the head noun without changing what the value is.
var looseEnds = nouns(`value text raw plain plaintext`)

func nouns(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// longestNoun is how many words a head noun may be spread over; pass-word and passWord are two.
const longestNoun = 4

// SecretName reports whether the value under a member's name is masked, whatever it is.
func SecretName(name string) bool {
	strict, loose := headNoun(name)
	return strict || loose
}

// secretWord reports whether what follows a name in running text is masked. A word such as pass counts
// only as part of a longer name, as in db_pass.
func secretWord(name string) bool {
	strict, loose := headNoun(name)
	return strict || loose && strings.ContainsAny(name, "_-.")
}

func headNoun(name string) (strict, loose bool) {
	words := wordsOf(name)
	for len(words) > 1 && looseEnds[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	joined := ""
	for n := 1; n <= min(longestNoun, len(words)); n++ {
		joined = words[len(words)-n] + joined
		strict, loose = strict || secretNouns[joined], loose || looseNouns[joined]
	}
	return strict, loose
}

// wordsOf splits a name where case, digits at the end, or a sign separate words, in lower case.
func wordsOf(name string) []string {
	var words []string
	runes := []rune(skeleton(name))
	from := 0
	flush := func(to int) {
		if w := word(runes[from:to]); w != "" {
			words = append(words, w)
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			from = i + 1
		case i > from && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
			from = i
		}
	}
	flush(len(runes))
	return words
}

// word spells one word: without the number at its end (token2), with the digits that stand for
// letters replaced (t0ken).
func word(runes []rune) string {
	w := strings.TrimRight(strings.ToLower(string(runes)), "0123456789")
	return digitLetters.Replace(w)
}

var digitLetters = strings.NewReplacer("0", "o", "1", "l", "3", "e")
