import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { getAllowedCommands } from '@/contract/command-rights'
import { translatePresets } from '@/contract/preset'
import { useActor, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { SkeletonTable } from '@/client/ui/Skeleton'
import {
  approveFinance,
  approveStatistics,
  inputOutputMonth,
  monthMaterialRow,
  monthProductRow,
  inputOutputMonthReport,
  rollUpMonth,
  takeBackMonth,
} from '../contract/input-output'
import { MonthBar, useMonthParam } from './MonthBar'
import { ReportTable } from './ReportTable'

const RESOURCES = { resources: ['inputOutputMonth', 'inputLine', 'outputLine', 'feed', 'jumboRoll', 'plantMonth'] }
const MONTH_COMMANDS = [approveStatistics, approveFinance, takeBackMonth] as const
const SUM_FIELDS = ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg'] as const

/** Input and output of a month: sums, approvals and their actions. */
export function InputOutputMonthPanel() {
  const { t } = useTranslation('sheets')
  const month = useMonthParam()
  const monthQuery = useEndpoint(inputOutputMonthReport, { month }, RESOURCES)
  return (
    <>
      <MonthBar />
      {monthQuery.isPending && <SkeletonTable columns={5} />}
      {monthQuery.error && <NotLoadedView query={monthQuery} />}
      {monthQuery.data && !monthQuery.error && (
        <>
          <ApprovalPanel month={month} approvals={monthQuery.data} />
          <dl className="sheets-actions">
            {SUM_FIELDS.map((name) => (
              <div key={name} className="ui-card">
                <dt>{t(`answers.${name}`)}</dt>
                <dd>
                  <Quantity value={monthQuery.data[name]} unit="kg" decimals={0} size="large" />
                </dd>
              </div>
            ))}
            <div className="ui-card">
              <dt>{t('inputOutputMonth.fields.percent')}</dt>
              <dd>
                <Quantity value={monthQuery.data.percent} unit="%" decimals={1} size="large" />
              </dd>
            </div>
          </dl>
          <h2>{t('answers.input')}</h2>
          <ReportTable
            title={t('answers.input')}
            fields={monthMaterialRow}
            columns={['material', 'kind', 'kg', 'manualKg', 'percent']}
            rows={monthQuery.data.materials}
          />
          <h2>{t('answers.output')}</h2>
          <ReportTable
            title={t('answers.output')}
            fields={monthProductRow}
            columns={['product', 'rolls', 'kg', 'manualKg']}
            rows={monthQuery.data.products}
          />
        </>
      )}
    </>
  )
}
interface ApprovalState {
  id: string | null
  state: string
  closed: boolean
  reason: string | null
  enteredBy: string | null
  enteredAt: string | null
  statisticalBy: string | null
  statisticalAt: string | null
  financialBy: string | null
  financialAt: string | null
}
function ApprovalPanel({ month, approvals }: { month: string; approvals: ApprovalState }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const doer = useActor()
  const canRollUp = useCanCall(rollUpMonth)
  const rollUpCommand = useInstantCommand(rollUpMonth)
  const takeBackCommand = useInstantCommand(takeBackMonth)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { row } = useRow(inputOutputMonth, approvals.id)
  const formatSignature = (by: string | null, moment: string | null) =>
    by && moment ? `${by} ${formatMoment(moment, zone)}` : '–'
  return (
    <section className="ui-card" aria-label={t('inputOutputMonth.name')}>
      <h2>
        {month} · {t(`inputOutputMonth.options.state.${approvals.state}`)}
      </h2>
      <ul className="sheets-list">
        <li>
          {t('inputOutputMonth.fields.enteredBy')}: {formatSignature(approvals.enteredBy, approvals.enteredAt)}
        </li>
        <li>
          {t('inputOutputMonth.fields.statisticalBy')}:{' '}
          {formatSignature(approvals.statisticalBy, approvals.statisticalAt)}
        </li>
        <li>
          {t('inputOutputMonth.fields.financialBy')}: {formatSignature(approvals.financialBy, approvals.financialAt)}
        </li>
        {approvals.reason && (
          <li>
            {t('inputOutputMonth.fields.reason')}: {translatePresets(approvals.reason, t)}
          </li>
        )}
      </ul>
      {!approvals.closed && (
        <div className="sheets-actions">
          {canRollUp && approvals.state === 'entered' && (
            <Button disabled={rollUpCommand.busy} onClick={() => void rollUpCommand.run({ month })}>
              {t('actions.inputOutputMonth_rollUp')}
            </Button>
          )}
          {row && (
            <CommandButtons
              commands={getAllowedCommands(MONTH_COMMANDS, row, doer)}
              secondaryCommands={[takeBackMonth]}
              row={row}
              onAsk={() => setDialogOpen(true)}
            />
          )}
        </div>
      )}
      {isDialogOpen && row && (
        <ReasonDialog
          title={t('actions.inputOutputMonth_takeBack')}
          busy={takeBackCommand.busy}
          onClose={() => setDialogOpen(false)}
          onReason={(reason) =>
            void takeBackCommand.run({ id: row.id, version: row.version, reason }).then(() => setDialogOpen(false))
          }
        />
      )}
    </section>
  )
}
