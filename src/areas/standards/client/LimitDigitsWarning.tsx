import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { getFieldInLanguage } from '@/contract/language'
import type { LimitRange } from '@/plant/rules/limits'
import { testIndex } from '../contract/test-index'
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/content'

const INDEXES_QUERY = { size: 500 } as const

/** Warns of limits with more decimals than their test index. It does not prevent saving or approval. */
export function LimitDigitsWarning({
  limits,
}: {
  limits: readonly (LimitRange & { readonly indexId?: string | null })[]
}) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const { rows } = useList(testIndex, INDEXES_QUERY)
  const indexById = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const indexDigitsById = new Map(rows.map((row) => [row.id, row.digits]))
  return findLimitsFinerThanIndex(limits, indexDigitsById).map(({ indexId, limitDigits, indexDigits }) => {
    const index = indexById.get(indexId)
    const name = index ? String(getFieldInLanguage(testIndex, index, 'name', language)) : ''
    return (
      <p key={indexId} className="ui-card is-warned" role="status">
        {t('pages.document.warns.limitDigits', { index: name, limitDigits, indexDigits })}
      </p>
    )
  })
}
