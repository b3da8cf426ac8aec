import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { getPlantMoment } from '@/client/clock'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useDoer } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { useParams } from '@/client/use-params'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { mediumUnits } from '../rules/meter-tree'
import { CaseMeters } from './CaseMeters'
import { CaseStops } from './CaseStops'
import { abnormalTones } from './tones'

type Case = Row<typeof energyAbnormal>
const columns = [
  'energyMeterId',
  'state',
  'startsAt',
  'hours',
  'direction',
  'lineId',
  'stopIds',
  'used',
  'usual',
  'excess',
  'deviations',
  'causeKind',
  'cause',
  'explainedBy',
]
/** Creates a cell that shows an amount in the unit of the row's medium. */
const inUnit = (name: 'used' | 'usual' | 'excess') => (row: ListRow) => (
  <Quantity value={(row as Case)[name]} unit={mediumUnits[(row as Case).medium]} decimals={1} />
)
const cells: Cells = {
  state: createStateCell(energyAbnormal, 'state', abnormalTones),
  used: inUnit('used'),
  usual: inUnit('usual'),
  excess: inUnit('excess'),
  meters: (row, refs) => <CaseMeters meters={(row as Case).meters} refs={refs} />,
}
/** In the detail view each stop links to its record. */
const detailCells: Cells = {
  ...cells,
  stopIds: (row, refs) => <CaseStops of={row as Case} refs={refs} />,
}
const explain = explainAbnormal as Endpoint<FormValues, unknown>

/** 异常用能: the list of cases, the selected case with its explanation, and the form for cause and measure. */
export default function AbnormalView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('energy')
  const [params, change] = useParams()
  const doer = useDoer()
  const unsent = useCorrectedCommand()
  return (
    <RecordPage
      of={energyAbnormal}
      title={title}
      views={[{ key: 'abnormal', word: t('energyAbnormal.name') }]}
      above={tabs}
      list={{ columns, cells }}
      form={({ row, refs }) => {
        if (unsent)
          return (
            <LazyCommandForm
              endpoint={explain}
              title={t('actions.energyAbnormal_explain')}
              unsent={unsent}
              only={getFormInputs(explainAbnormal)}
              onBack={() => change({ unsent: null })}
              onDone={() => change({ unsent: null })}
            />
          )
        if (params.get('act') !== 'explain' || !row) return null
        return <Explain row={row as Case} refs={refs} onBack={() => change({ act: null })} />
      }}
      panel={({ row, refs, onBack }) => {
        const open = getAllowedCommands([explainAbnormal], row, doer)
        return (
          <PageFrame
            title={refs[String(row['lineId'] ?? row['energyMeterId'])] ?? t('energyAbnormal.name')}
            sub={caseSub(row as Case, refs, t(`energyAbnormal.options.direction.${String(row['direction'])}`))}
            {...(onBack ? { onBack } : {})}
            primary={
              open.length > 0 && (
                <CommandButtons commands={open} row={row} onAsk={({ action }) => change({ act: action })} />
              )
            }
          >
            <ResourceDetailView of={energyAbnormal} row={row} refs={refs} cells={detailCells}>
              <CurveLink of={row as Case} />
            </ResourceDetailView>
          </PageFrame>
        )
      }}
    />
  )
}
/** Formats the direction and, if the line stood, its longest stop. */
function caseSub({ stopIds: [stop] }: Case, refs: Readonly<Record<string, string>>, direction: string): string {
  return [direction, stop && refs[stop]].filter(Boolean).join(' · ')
}
/** Link to that day's curve with tariff bands, of the line or else of the plant. */
function CurveLink({ of }: { of: Case }) {
  const { t } = useTranslation('energy')
  const link = usePageLink()
  const { day, medium, lineId } = of
  const to = link('electricityAnalysis', { day, medium, ...(lineId ? { line: lineId } : {}) })
  return to ? <Link to={to}>{t('pages.energy.curveOfDay')}</Link> : null
}
function Explain({ row, refs, onBack }: { row: Case; refs: Readonly<Record<string, string>>; onBack: () => void }) {
  const { t } = useTranslation('energy')
  const only = getFormInputs(explainAbnormal)
  const [start] = useState<FormValues>(() => ({
    id: row.id,
    version: row.version,
    occurredAt: getPlantMoment(),
    ...Object.fromEntries(only.filter((name) => name in row).map((name) => [name, row[name as keyof Case]])),
  }))
  return (
    <LazyCommandForm
      endpoint={explain}
      title={t('actions.energyAbnormal_explain')}
      draftOf={row.id}
      start={start}
      only={only}
      refs={refs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
