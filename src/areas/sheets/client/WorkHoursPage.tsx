import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useList } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { useShiftCheck } from '@/plant/client/shift-record/use-shift-check'
import { hoursCorrection, hoursReport } from '../contract/detail-reports'
import { ReportPage, type ReportPageView } from './ReportPage'

const VIEWS: readonly ReportPageView[] = [
  {
    key: 'hours',
    report: hoursReport,
    groupings: [
      ['person', 'team'],
      ['team'],
      ['line'],
      ['day', 'shift', 'line'],
      ['day', 'person'],
      ['month', 'person'],
      ['month', 'team'],
    ],
  },
]
/** 工时: working hours from handovers signed by both shifts, and their corrections. */
export default function WorkHoursPage() {
  const { t } = useTranslation('sheets')
  const canAdd = useCanCall(hoursCorrection.endpoints.create)
  const [isFormOpen, setFormOpen] = useState(false)
  const closeForm = () => setFormOpen(false)
  const shiftCheck = useShiftCheck()
  return (
    <ReportPage
      page="workHours"
      views={VIEWS}
      toolActions={canAdd ? [{ key: 'hours', label: t('pages.hours.correct'), onChoose: () => setFormOpen(true) }] : []}
      replacement={
        isFormOpen && (
          <LazyCommandForm
            endpoint={hoursCorrection.endpoints.create as Endpoint<FormValues, unknown>}
            title={t('pages.hours.correct')}
            check={shiftCheck}
            fieldNames={['businessDate', 'lineId', 'shift', 'userId', 'hours', 'reason']}
            onBack={closeForm}
            onDone={closeForm}
          />
        )
      }
      renderBelow={({ from, to }) => <HoursCorrectionList from={from} to={to} />}
    />
  )
}
function HoursCorrectionList({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation(['sheets', 'contract'])
  const zone = usePlantZone()
  const { rows, refs } = useList(hoursCorrection, { businessDateFrom: from, businessDateTo: to, size: 50 })
  const canRemove = useCanCall(hoursCorrection.endpoints.remove)
  const removeCommand = useCommand(hoursCorrection.endpoints.remove)
  if (rows.length === 0) return null
  return (
    <section aria-label={t('pages.hours.corrections')}>
      <h2>{t('pages.hours.corrections')}</h2>
      <ul className="sheets-list stack">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.businessDate} {t(`contract:shifts.${row.shift}`, { defaultValue: row.shift })} {refs[row.lineId]}{' '}
              {row.userId && refs[row.userId]}: {row.hours > 0 && '+'}
              {row.hours} h
            </span>
            <span className="quiet">
              {row.reason} · {row.enteredBy && refs[row.enteredBy]} {row.enteredAt && formatMoment(row.enteredAt, zone)}
            </span>
            {canRemove && (
              <Button
                look="quiet"
                disabled={removeCommand.busy}
                onClick={() => void removeCommand.run({ id: row.id, version: row.version })}
              >
                {t('contract:buttons.Delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
