import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { getAllowedCommands } from '@/contract/command-rights'
import { translatePresets } from '@/contract/preset'
import { useDoer, useCanCall } from '@/client/session/use-session'
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
  monthSheet,
  rollUpMonth,
  takeBackMonth,
} from '../contract/input-output'
import { MonthChooser, useMonth } from './MonthChooser'
import { SheetTable } from './SheetTable'

const RESOURCES = { resources: ['inputOutputMonth', 'inputLine', 'outputLine', 'feed', 'jumboRoll', 'plantMonth'] }
const commands = [approveStatistics, approveFinance, takeBackMonth] as const
const figures = ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg'] as const

/** Input and output of a month: sums, approvals and their actions. */
export function InputOutputMonth() {
  const { t } = useTranslation('sheets')
  const month = useMonth()
  const found = useEndpoint(monthSheet, { month }, RESOURCES)
  return (
    <>
      <MonthChooser />
      {found.isPending && <SkeletonTable columns={5} />}
      {found.error && <NotLoadedView of={found} />}
      {found.data && !found.error && (
        <>
          <Approvals month={month} of={found.data} />
          <dl className="sheets-actions">
            {figures.map((name) => (
              <div key={name} className="ui-card">
                <dt>{t(`answers.${name}`)}</dt>
                <dd>
                  <Quantity value={found.data[name]} unit="kg" decimals={0} size="large" />
                </dd>
              </div>
            ))}
            <div className="ui-card">
              <dt>{t('inputOutputMonth.fields.percent')}</dt>
              <dd>
                <Quantity value={found.data.percent} unit="%" decimals={1} size="large" />
              </dd>
            </div>
          </dl>
          <h2>{t('answers.input')}</h2>
          <SheetTable
            title={t('answers.input')}
            fields={monthMaterialRow}
            columns={['material', 'kind', 'kg', 'manualKg', 'percent']}
            rows={found.data.materials}
          />
          <h2>{t('answers.output')}</h2>
          <SheetTable
            title={t('answers.output')}
            fields={monthProductRow}
            columns={['product', 'rolls', 'kg', 'manualKg']}
            rows={found.data.products}
          />
        </>
      )}
    </>
  )
}
interface Approved {
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
function Approvals({ month, of }: { month: string; of: Approved }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const doer = useDoer()
  const mayRollUp = useCanCall(rollUpMonth)
  const rollUp = useInstantCommand(rollUpMonth)
  const takeBack = useInstantCommand(takeBackMonth)
  const [asking, setAsking] = useState(false)
  const { row } = useRow(inputOutputMonth, of.id)
  const signed = (by: string | null, at: string | null) => (by && at ? `${by} ${formatMoment(at, zone)}` : '–')
  return (
    <section className="ui-card" aria-label={t('inputOutputMonth.name')}>
      <h2>
        {month} · {t(`inputOutputMonth.options.state.${of.state}`)}
      </h2>
      <ul className="sheets-list">
        <li>
          {t('inputOutputMonth.fields.enteredBy')}: {signed(of.enteredBy, of.enteredAt)}
        </li>
        <li>
          {t('inputOutputMonth.fields.statisticalBy')}: {signed(of.statisticalBy, of.statisticalAt)}
        </li>
        <li>
          {t('inputOutputMonth.fields.financialBy')}: {signed(of.financialBy, of.financialAt)}
        </li>
        {of.reason && (
          <li>
            {t('inputOutputMonth.fields.reason')}: {translatePresets(of.reason, t)}
          </li>
        )}
      </ul>
      {!of.closed && (
        <div className="sheets-actions">
          {mayRollUp && of.state === 'entered' && (
            <Button disabled={rollUp.busy} onClick={() => void rollUp.run({ month })}>
              {t('actions.inputOutputMonth_rollUp')}
            </Button>
          )}
          {row && (
            <CommandButtons
              commands={getAllowedCommands(commands, row, doer)}
              aside={[takeBackMonth]}
              row={row}
              onAsk={() => setAsking(true)}
            />
          )}
        </div>
      )}
      {asking && row && (
        <ReasonDialog
          title={t('actions.inputOutputMonth_takeBack')}
          busy={takeBack.busy}
          onClose={() => setAsking(false)}
          onReason={(reason) =>
            void takeBack.run({ id: row.id, version: row.version, reason }).then(() => setAsking(false))
          }
        />
      )}
    </section>
  )
}
