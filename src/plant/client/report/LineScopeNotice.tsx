import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/labels'
import { line } from '../../contract/line'
import { isSlittingLineKind, isWebLineKind } from '../../rules/line'

/** Says which metrics do not apply to the chosen line, and where they count. */
export function LineScopeNotice({
  lineId,
  hasWoundWeb = true,
}: {
  lineId: string | null
  /** False for a report of slit rolls alone. */
  hasWoundWeb?: boolean
}) {
  const { t } = useTranslation('plant')
  const { row } = useRow(line, lineId || null)
  const getName = useRowText(line, 'name')
  if (!row) return null
  const name = `${row.code} ${getName(row)}`
  return (
    <>
      {!isSlittingLineKind(row.kind) && <p className="quiet">{t('report.noSlitRolls', { line: name })}</p>}
      {hasWoundWeb && !isWebLineKind(row.kind) && <p className="quiet">{t('report.noWoundWeb', { line: name })}</p>}
    </>
  )
}
