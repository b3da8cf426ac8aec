import { useCallback } from 'react'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '../format/use-language'

/** Returns a function that reads `field` of a row in the displayed language (`inLanguage`), '' if empty. */
export function useRowText(resource: Parameters<typeof getFieldInLanguage>[0], field: string): (row: object) => string {
  const language = useLanguage()
  return useCallback(
    (row) => String(getFieldInLanguage(resource, row as Readonly<Record<string, unknown>>, field, language) ?? ''),
    [resource, field, language],
  )
}
