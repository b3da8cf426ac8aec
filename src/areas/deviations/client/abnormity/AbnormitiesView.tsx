import './abnormity.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import { getFieldNames } from '@/contract/field'
import type { Endpoint } from '@/contract/endpoint'
import type { PageViewProps } from '@/client/area'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { toFieldIssues } from '@/client/resource/form-issues'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import { RecordPage } from '@/client/resource/RecordPage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useCommandSwipe } from '@/client/resource/use-command-swipe'
import { usePlantZone } from '@/client/session/plant-zone'
import { useCanCall } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { useQueryParams } from '@/client/use-query-params'
import { useToday } from '@/plant/client/use-today'
import { addDays, toLocalTime } from '@/plant/rules/plant-time'
import { abnormity, abnormityEntryFields } from '../../contract/abnormity'
import {
  abnormityCommands,
  confirmAbnormity,
  findMeasureIssues,
  raiseAbnormity,
  reassignAbnormity,
} from '../../contract/abnormity-commands'
import { DEFAULT_ANSWER_DAYS } from '../../rules/abnormity'
import { abnormityTones, abnormitySeverityTones } from '../tones'
import { AbnormityPanel, type Abnormity, useAbnormityCommands, type AbnormityCommand } from './AbnormityPanel'

type AnyEndpoint = Endpoint<FormValues, unknown>
const COLUMNS = [
  'number',
  'state',
  'kind',
  'severity',
  'description',
  'defect',
  'lineId',
  'workOrderId',
  'customerId',
  'responsibleId',
  'dueOn',
  'raisedAt',
  'raisedBy',
  'closedAt',
]
const CELLS = {
  state: createStateCell(abnormity, 'state', abnormityTones),
  severity: createStateCell(abnormity, 'severity', abnormitySeverityTones),
}

/** 质量异常: the list, the selected abnormity, and the form of each command. */
export default function AbnormitiesView({ tabs }: PageViewProps) {
  const { t } = useTranslation(['deviations', 'tracing'])
  const [params, changeParams] = useQueryParams()
  const canRaise = useCanCall(raiseAbnormity)
  const unsentCommand = useUnsentCommandToCorrect()
  const getCommandProps = useAbnormityCommands((id, act) => changeParams({ id, act }))
  const swipe = useCommandSwipe<AbnormityCommand>(abnormity.area, getCommandProps)
  return (
    <RecordPage
      resource={abnormity}
      title={t('tracing:pages.qualityTracking.title')}
      views={[{ key: 'abnormities', label: t('pages.abnormities.tab') }]}
      above={tabs}
      list={{ columns: COLUMNS, cells: CELLS, swipe }}
      form={({ row, refs }) => {
        const command = COMMANDS_WITH_FORM.find(({ action }) => action === params.get('act'))
        if (params.get('new') && canRaise)
          return (
            <RaiseForm
              onBack={() => changeParams(CLEARED_PARAMS)}
              onDone={(id) => changeParams({ ...CLEARED_PARAMS, id })}
            />
          )
        if (unsentCommand)
          return <CorrectionForm unsentCommand={unsentCommand} onBack={() => changeParams({ unsent: null })} />
        if (!command || !row) return null
        return (
          <AbnormityCommandForm
            row={row as Abnormity}
            refs={refs}
            command={command}
            onBack={() => changeParams({ act: null })}
          />
        )
      }}
      panel={({ row, refs, onBack }) => (
        <AbnormityPanel row={row as Abnormity} refs={refs} commandProps={getCommandProps(row)} onBack={onBack} />
      )}
      primary={
        canRaise && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
            {t('pages.abnormities.raise')}
          </Button>
        )
      }
    />
  )
}

/** Clears the URL parameters of the form for a new abnormity, including the scanned row. */
const CLEARED_PARAMS = { new: null, kind: null, of: null, row: null, says: null }
/** Field of the scanned row by its kind. */
const FIELD_BY_SCANNED_RESOURCE: Readonly<Record<string, string>> = { jumboRoll: 'jumboRollId', slitRoll: 'slitRollId' }
/** Commands with input, which open a form. */
const COMMANDS_WITH_FORM = abnormityCommands.filter(
  (command) => command !== raiseAbnormity && getFormInputs(command).length > 0,
)

function RaiseForm({ onBack, onDone }: { onBack: () => void; onDone: (id: string) => void }) {
  const { t } = useTranslation('deviations')
  const [params] = useQueryParams()
  const scannedField = FIELD_BY_SCANNED_RESOURCE[params.get('of') ?? '']
  const [initialValues] = useState<FormValues>(() => ({
    severity: 'major',
    occurredAt: getPlantMoment(),
    ...(params.get('kind') ? { kind: params.get('kind') } : {}),
    ...(params.get('says') ? { description: params.get('says') } : {}),
    ...(scannedField ? { [scannedField]: params.get('row') } : {}),
  }))
  return (
    <LazyCommandForm
      endpoint={raiseAbnormity as AnyEndpoint}
      title={t('pages.abnormities.raise')}
      startValues={initialValues}
      fieldNames={getFieldNames(abnormityEntryFields)}
      onBack={onBack}
      onDone={({ id }) => onDone(id)}
    />
  )
}
/** Returns a form check for answers. Commands are queued on the phone, so a refusal by the server would come late. */
function useAnswerCheck(): FormCheck {
  const { t } = useTranslation('client')
  const labels = useLabels('deviations')
  const today = useToday()
  const fieldOwner = { area: abnormity.area, owner: abnormity.name }
  const zone = usePlantZone()
  return ({ measures, raisedAt }) =>
    toFieldIssues(
      findMeasureIssues((measures ?? []) as Abnormity['measures'], {
        today,
        raisedOn: typeof raisedAt === 'string' ? toLocalTime(raisedAt, zone).day : null,
        raisedLabel: labels.field(fieldOwner, 'raisedAt'),
      }),
      abnormity.fields,
      fieldOwner,
      labels,
      (number) => t('fields.row', { number }),
      { measures },
    )
}
function CorrectionForm({ unsentCommand, onBack }: { unsentCommand: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('deviations')
  const check = useAnswerCheck()
  const command = abnormityCommands.find(({ name }) => name === unsentCommand.op)
  if (!command) return <EmptyState title={t('pages.abnormities.gone')} />
  return <RowCommandForm command={command} row={null} unsent={unsentCommand} check={check} onBack={onBack} />
}
function AbnormityCommandForm({
  row,
  refs,
  command,
  onBack,
}: {
  row: Abnormity
  refs: Readonly<Record<string, string>>
  command: (typeof COMMANDS_WITH_FORM)[number]
  onBack: () => void
}) {
  const today = useToday()
  const check = useAnswerCheck()
  const startValues = {
    // Continues with the previous answer.
    ...Object.fromEntries(
      getFormInputs(command)
        .filter((name) => name in row && name !== 'reason')
        .map((name) => [name, row[name as keyof Abnormity]]),
    ),
    // A different person must be chosen.
    ...(command === reassignAbnormity ? { responsibleId: null } : {}),
    ...(command === confirmAbnormity ? { dueOn: addDays(today, DEFAULT_ANSWER_DAYS) } : {}),
  }
  return (
    <RowCommandForm command={command} row={row} startValues={startValues} check={check} refs={refs} onBack={onBack} />
  )
}
