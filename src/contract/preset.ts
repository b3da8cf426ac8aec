/**
 * Preset texts, such as reasons offered at one tap. A preset is stored as `§` and its text key, e.g.
 * `§orders:presets.pause.fault`, and displayed in the reader's language by `translatePresets`. Typed text is stored and
 * displayed as typed. Never remove the texts of a key that stored rows may contain.
 */
export type Preset = `§${string}:${string}`

/** Defines the presets whose texts are below `textPath` in the locales, for `note({ presets })`. */
export const definePresets = (textPath: `${string}:${string}`, keys: readonly string[]): readonly Preset[] =>
  keys.map((key) => buildPreset(textPath, key))
/** Builds one preset. The server stores generated texts in this form, too. */
export const buildPreset = (textPath: `${string}:${string}`, key: string): Preset => `§${textPath}.${key}`

const PRESET_PATTERN = /§(([a-z]\w*):[a-z]\w*(?:\.\w+)+)/g

/** Replaces presets by their translation, also within other text. `translate` is `t` of the reader's language. */
export const translatePresets = (text: string, translate: (key: string) => string): string =>
  text.includes('§')
    ? text.replace(PRESET_PATTERN, (match: string, key: string) => {
        const translation = translate(key)
        // Without a translation `t` returns the key without its namespace.
        return translation === key || key.endsWith(`:${translation}`) ? match : translation
      })
    : text
/** Returns the names of the areas whose locales hold the presets within a text. */
export const findPresetAreas = (text: string): string[] => [
  ...new Set([...text.matchAll(PRESET_PATTERN)].map(([, , area]) => area!)),
]
/** True if a text contains a preset but is not exactly one of `presets`. */
export const containsForeignPreset = (text: string, presets: readonly string[]): boolean =>
  text.search(PRESET_PATTERN) >= 0 && !presets.includes(text)
/** Returns the preset whose displayed text (`toDisplayText`) equals the typed text, else the typed text itself. */
export const matchPreset = (
  text: string,
  presets: readonly Preset[],
  toDisplayText: (preset: Preset) => string,
): string => presets.find((preset) => toDisplayText(preset) === text.trim()) ?? text
