import { useCallback } from 'react'
import { useLanguage } from '@/client/format/use-language'

/** What a machine is called in the language on screen; its Chinese name where it has no English one. */
export function useMachineName(): (row: Readonly<Record<string, unknown>>) => string {
  const language = useLanguage()
  return useCallback((row) => String((language === 'en' && row['nameEn']) || row['name'] || ''), [language])
}
