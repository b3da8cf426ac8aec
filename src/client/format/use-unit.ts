import { formatUnit } from './unit'
import { useLanguage } from './use-language'

/** Returns a function that formats a unit without a number, for column headings. */
export function useUnit(): (unit: string) => string {
  const language = useLanguage()
  return (unit) => formatUnit(unit, null, language)
}
