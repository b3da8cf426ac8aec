import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { CheckIcon } from '@/client/ui/icons'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { inspectionTime } from '../../contract/inspections'
import type { DueInspectionRow, useDueInspections } from './use-due-inspections'

const DUE_TONES = { done: 'ok', missed: 'bad', overdue: 'warn', due: 'wait' } as const

/** 检验时间: inspections that are due, missed or done. */
export function DueInspectionList({
  inspections: { list, rows, getDueState },
  onInspect,
}: {
  inspections: ReturnType<typeof useDueInspections>
  onInspect: (inspection: DueInspectionRow) => void
}) {
  const { t } = useTranslation(['quality', 'client'])
  const zone = usePlantZone()
  const lineNames = useNames('line', [...new Set(list.rows.map(({ lineId }) => lineId))], list.refs)
  const canAdd = useCanCall(inspectionTime.endpoints.create)
  return (
    <QueryBoundary query={list} skeleton={<SkeletonList />}>
      {() =>
        rows.length === 0 ? (
          <EmptyState title={t('pages.inspection.noneDue')} advice={t('pages.inspection.noneDueNext')} />
        ) : (
          <ul className="due-list">
            {rows.map((row) => {
              const state = getDueState(row)
              return (
                <li key={row.id} className="ui-card">
                  <div>
                    <b>{t(`inspectionTime.options.inspection.${row.inspection}`)}</b>
                    <StateBadge tone={DUE_TONES[state]}>{t(`pages.inspection.due.${state}`)}</StateBadge>
                  </div>
                  <p>
                    {lineNames[row.lineId] ?? '…'} · {formatMoment(row.dueAt, zone)}
                    {row.workOrderId && <> · {list.refs[row.workOrderId]}</>}
                  </p>
                  {state !== 'done' && canAdd && (
                    <Button icon={<CheckIcon size={20} />} onClick={() => onInspect(row)}>
                      {t('pages.inspection.doIt')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }
    </QueryBoundary>
  )
}
