import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'

/** Maximum number of suggestions. */
const MOST = 4

/** Texts of past repairs as suggestions; a tap appends one to the current text. */
export function PastTexts({
  label,
  texts,
  value,
  onTake,
}: {
  label: string
  texts: readonly (string | null | undefined)[]
  value: string
  onTake: (text: string) => void
}) {
  const { t } = useTranslation('maintenance')
  const offered = [...new Set(texts.flatMap((text) => text?.trim() || []))].filter((text) => !value.includes(text))
  if (offered.length === 0) return null
  return (
    <div className="past-texts" role="group" aria-label={t('pages.repair.lastTime', { field: label })}>
      {offered.slice(0, MOST).map((text) => (
        <Button key={text} onClick={() => onTake(value.trim() ? `${value.trim()}\n${text}` : text)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
