import '@/client/fields/fields.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/labels'
import { chooseMyLine, useMyLine } from './my-line'
import { line } from '@/plant/contract/line'
import { Select } from '@/client/ui/Select'

const LINES_QUERY = { active: true, size: 100 }

/**
 * 我的产线: selects the line that Today shows and that shop-floor pages open with. Stored per person on this phone. Renders
 * nothing if there is only one line.
 */
export function MyLineSelect({ id }: { id: string }) {
  const { t } = useTranslation('plant')
  const myLineId = useMyLine()
  const { rows, isFetching, error } = useList(line, LINES_QUERY)
  const getName = useRowText(line, 'name')
  const lines = rows.filter(({ kind, active }) => active && kind !== 'utility')
  const isMyLineGone =
    myLineId !== null && lines.length > 0 && !isFetching && !error && !lines.some((lineRow) => lineRow.id === myLineId)
  // A line that no longer exists must not keep hiding all others.
  useEffect(() => {
    if (isMyLineGone) chooseMyLine(null)
  }, [isMyLineGone])
  if (lines.length < 2) return null
  return (
    <div className="me-row cluster middle between">
      <label htmlFor={id}>{t('pages.myLine.title')}</label>
      <Select
        id={id}
        value={myLineId ?? ''}
        options={[
          { value: '', label: t('pages.myLine.all') },
          ...lines.map((lineRow) => ({ value: lineRow.id, label: `${lineRow.code} ${getName(lineRow)}` })),
        ]}
        onChange={(chosen) => chooseMyLine(chosen || null)}
      />
    </div>
  )
}
