/** BCP 47 tags of the languages that captions can be in. */
const TAGS =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  );

/**
 * The name of a language. @param tag BCP 47 tag @param locale the language of the name; by default the language
 * itself
 */
export const languageName = (tag: string, locale = tag): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;

export const LANGUAGES: readonly { tag: string; name: string }[] = TAGS.map((tag) => ({
  tag,
  name: languageName(tag, 'en'),
})).sort((one, other) => one.name.localeCompare(other.name));
