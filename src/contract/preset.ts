/**
 * Preset texts, such as reasons offered at one tap. A preset is stored as `§` and its text key, e.g.
 * `§orders:presets.pause.fault`, and displayed in the reader's language by `translatePresets`. Typed text is stored and
 * displayed as typed. Never remove the texts of a key that stored rows may contain.
 */
export type Preset = `§${string}:${string}`

/** Defines the presets whose texts are below `textPath` in the locales, for `note({ presets })`. */
export const presetsAt = (at: `${string}:${string}`, keys: readonly string[]): readonly Preset[] =>
  keys.map((key) => presetAt(at, key))
/** Builds one preset. The server also stores its own texts in this form. */
export const presetAt = (at: `${string}:${string}`, key: string): Preset => `§${at}.${key}`

const claims = /§(([a-z]\w*):[a-z]\w*(?:\.\w+)+)/g

/** Replaces presets by their translation, also within other text. `translate` is `t` of the reader's language. */
export const inWords = (text: string, word: (key: string) => string): string =>
  text.includes('§')
    ? text.replace(claims, (all: string, key: string) => {
        const said = word(key)
        // Without a translation `t` returns the key without its namespace.
        return said === key || key.endsWith(`:${said}`) ? all : said
      })
    : text
/** Returns the areas whose locales hold the presets of a text. */
export const areasIn = (text: string): string[] => [...new Set([...text.matchAll(claims)].map(([, , area]) => area!))]
/** True if a text contains a preset but is not exactly one of `presets`. */
export const isFalsePreset = (text: string, presets: readonly string[]): boolean =>
  text.search(claims) >= 0 && !presets.includes(text)
/** Returns the preset whose displayed text (`toWords`) equals the typed text, else the typed text itself. */
export const asPreset = (text: string, presets: readonly Preset[], say: (preset: Preset) => string): string =>
  presets.find((one) => say(one) === text.trim()) ?? text
