import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'

/** Maximum number of suggestions. */
const MAX_TEXTS = 4

/** Texts of past repairs as suggestions; a tap appends one to the current text. */
export function PastTextList({
  label,
  texts,
  value,
  onChoose,
}: {
  label: string
  texts: readonly (string | null | undefined)[]
  value: string
  onChoose: (text: string) => void
}) {
  const { t } = useTranslation('maintenance')
  const suggestions = [...new Set(texts.flatMap((text) => text?.trim() || []))].filter((text) => !value.includes(text))
  if (suggestions.length === 0) return null
  return (
    <div className="past-texts" role="group" aria-label={t('pages.repair.lastTime', { field: label })}>
      {suggestions.slice(0, MAX_TEXTS).map((text) => (
        <Button key={text} onClick={() => onChoose(value.trim() ? `${value.trim()}\n${text}` : text)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
