/** Control characters, line separators, invisible characters that reorder or hide text, and blank letters. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f/u

const joining =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{Extended_Pictographic}'

/** Joiners that writing needs: inside words of joining scripts, and inside emoji. */
const joiners = new RegExp(`(?<=[${joining}\\p{Emoji_Modifier}]\\ufe0f?)[\\u200c\\u200d](?=[${joining}])`, 'gu')

/**
 * Checks that a value is text of one line, at most `limit` UTF-16 units long, in which every character is visible:
 * without controls, bidirectional marks and overrides, and other invisible characters, which make one name look like
 * another.
 */
export const isFreeText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length <= limit && value.isWellFormed() && !unseen.test(value.replace(joiners, ''))
