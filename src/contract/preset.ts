/**
 * Usual texts, such as the reasons that are offered at one tap. What is stored of one is no words but where they are, `§` before
 * their key: `§orders:presets.pause.fault`. Everybody reads it in their own language, by `inWords`. What somebody typed is stored
 * and shown as typed. A key that rows were stored with must keep its words.
 */
export type Preset = `§${string}:${string}`

/** The usual texts whose words are at `at` of the locales. A field that takes them names them: `note({ presets })`. */
export const presetsAt = (at: `${string}:${string}`, keys: readonly string[]): readonly Preset[] =>
  keys.map((key) => presetAt(at, key))
/** One of them: what the server says of itself is kept so, too. */
export const presetAt = (at: `${string}:${string}`, key: string): Preset => `§${at}.${key}`

const claims = /§(([a-z]\w*):[a-z]\w*(?:\.\w+)+)/g

/** A text as it is read: usual ones in words, also within another text. `word` is `t` of the reader's language. */
export const inWords = (text: string, word: (key: string) => string): string =>
  text.includes('§')
    ? text.replace(claims, (all: string, key: string) => {
        const said = word(key)
        // Without words there `t` answers the key, without its namespace.
        return said === key || key.endsWith(`:${said}`) ? all : said
      })
    : text
/** The areas that have the words of the usual texts in a text. */
export const areasIn = (text: string): string[] => [...new Set([...text.matchAll(claims)].map(([, , area]) => area!))]
/** Whether a text says that it is a usual one, or has one in it, where only those of `presets` are taken, and whole. */
export const isFalsePreset = (text: string, presets: readonly string[]): boolean =>
  text.search(claims) >= 0 && !presets.includes(text)
/** A typed text as it is stored: a usual one by its key, where it says just what is offered on screen. `say` puts one into words. */
export const asPreset = (text: string, presets: readonly Preset[], say: (preset: Preset) => string): string =>
  presets.find((one) => say(one) === text.trim()) ?? text
