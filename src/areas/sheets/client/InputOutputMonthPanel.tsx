import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { getAllowedCommands } from '@/contract/command-rights'
import type { ReportAnswer } from '@/contract/report'
import { ReportView } from '@/plant/client/report/ReportView'
import { translatePresets } from '@/contract/preset'
import { useActor, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import {
  approveFinance,
  approveStatistics,
  inputOutputMonth,
  inputOutputMonthReport,
  compileMonth,
  withdrawMonthApprovals,
} from '../contract/input-output-month'
import { MonthBar, useMonthParam } from '@/areas/monthClosing/client/shared/MonthBar'

const MONTH_COMMANDS = [approveStatistics, approveFinance, withdrawMonthApprovals] as const
const SUM_FIELDS = ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg'] as const

/** Input and output of a month: sums, approvals and their actions. */
export function InputOutputMonthPanel() {
  const month = useMonthParam()
  return (
    <>
      <MonthBar />
      <ReportView
        report={inputOutputMonthReport}
        input={{ month }}
        renderAbove={(answer) => (
          <>
            <ApprovalPanel month={month} approvals={answer} />
            <SumTiles sums={answer} />
          </>
        )}
      />
    </>
  )
}
function SumTiles({ sums }: { sums: ReportAnswer<typeof inputOutputMonthReport> }) {
  const { t } = useTranslation('sheets')
  return (
    <dl className="sheets-actions cluster">
      {SUM_FIELDS.map((name) => (
        <div key={name} className="ui-card">
          <dt>{t(`answers.${name}`)}</dt>
          <dd>
            <Quantity value={sums[name]} unit="kg" decimals={0} size="large" />
          </dd>
        </div>
      ))}
      <div className="ui-card">
        <dt>{t('inputOutputMonth.fields.percent')}</dt>
        <dd>
          <Quantity value={sums.percent} unit="%" decimals={1} size="large" />
        </dd>
      </div>
    </dl>
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
  const actor = useActor()
  const canCompile = useCanCall(compileMonth)
  const compileCommand = useCommand(compileMonth)
  const { row } = useRow(inputOutputMonth, approvals.id)
  const formatSignature = (by: string | null, moment: string | null) =>
    by && moment ? `${by} ${formatMoment(moment, zone)}` : '–'
  return (
    <section className="ui-card" aria-label={t('inputOutputMonth.name')}>
      <h2>
        {month} · {t(`inputOutputMonth.options.state.${approvals.state}`)}
      </h2>
      <ul className="sheets-list stack">
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
        <div className="sheets-actions cluster">
          {canCompile && approvals.state === 'entered' && (
            <Button disabled={compileCommand.busy} onClick={() => void compileCommand.run({ month })}>
              {t('actions.inputOutputMonth_rollUp')}
            </Button>
          )}
          {row && (
            <CommandButtons
              commands={getAllowedCommands(MONTH_COMMANDS, row, actor)}
              secondaryCommands={[withdrawMonthApprovals]}
              row={row}
            />
          )}
        </div>
      )}
    </section>
  )
}
