import type { Language } from './language'

/** Translates a unit: Chinese writes CNY as 元. Symbols such as kg and °C are the same in both languages. */
export const translateUnit = (unit: string, language: Language): string =>
  language === 'zh' ? unit.replace(/\bCNY\b/, '元') : unit
