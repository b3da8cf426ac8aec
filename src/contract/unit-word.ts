import type { Language } from './language'

/** A unit as it is written in a language: money is in yuan, and Chinese has a word for it. Signs such as kg and °C are the same. */
export const unitWord = (unit: string, language: Language): string =>
  language === 'zh' ? unit.replace(/\bCNY\b/, '元') : unit
