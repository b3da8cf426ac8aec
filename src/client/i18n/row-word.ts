import { useCallback } from 'react'
import { inLanguage } from '@/contract/language'
import { useLanguage } from '../format/use-language'

/** What `field` of a resource's rows says in the language on screen (`inLanguage`), empty where it says nothing. */
export function useRowWord(of: Parameters<typeof inLanguage>[0], field: string): (row: object) => string {
  const language = useLanguage()
  return useCallback(
    (row) => String(inLanguage(of, row as Readonly<Record<string, unknown>>, field, language) ?? ''),
    [of, field, language],
  )
}
