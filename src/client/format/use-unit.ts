import { unitFor } from './unit'
import { useLanguage } from './use-language'

/** Units as the reader writes them, for heads that name one without a number. */
export function useUnit(): (unit: string) => string {
  const language = useLanguage()
  return (unit) => unitFor(unit, null, language)
}
