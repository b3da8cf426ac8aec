import '../forms.css'
import '../maintenance.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import type { FormError } from '@/client/resource/CommandForm'
import { FirstChoicesContext } from '@/client/fields/form-scope'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import { LazyCommandForm, ResourceForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { repair, repairComment } from '@/areas/maintenance/contract/repair'
import { getCurrentWait, findWaitProblem, hasCommentContent } from '@/areas/maintenance/rules/repair'
import { repairCommands, waitForPart } from '@/areas/maintenance/contract/repair-commands'
import { useToday } from '@/plant/client/use-today'
import { usePreferredParts } from './use-preferred-parts'
import { findTimeErrors, type Repair } from './repair-time'
import { FinishRepairForm } from './FinishRepairForm'

type AnyEndpoint = Endpoint<FormValues, unknown>
/** Commands that need input before they run. */
const COMMANDS_WITH_FORM = repairCommands.filter(
  (command) => !command.offline?.creates && getFormInputs(command).length > 0,
)

/** Form of a repair command, or of the correction of an unsent command. */
export default function RepairFormPage({
  id,
  formName,
  unsent,
  onBack,
}: {
  id: string | null
  formName: string | null
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client', 'contract'])
  const rowQuery = useRow(repair, unsent ? null : id)
  if (unsent) return <CorrectionForm unsent={unsent} onBack={onBack} />
  const { refs } = rowQuery
  return (
    <RowBoundary query={rowQuery} onBack={onBack}>
      {(row) => {
        if (formName === 'finish') return <FinishRepairForm row={row} refs={refs} onBack={onBack} />
        if (formName === 'edit')
          return (
            <ResourceForm
              resource={repair}
              row={row}
              refs={refs}
              check={(values) => findTimeErrors(values, row, t)}
              onBack={onBack}
              onDone={onBack}
            />
          )
        if (formName === 'comment') return <CommentForm row={row} onBack={onBack} />
        const command = COMMANDS_WITH_FORM.find(({ action }) => action === formName)
        if (!command)
          return (
            <EmptyState title={t('pages.repair.noStep')} advice={t('client:resource.goneNext')}>
              <Button onClick={onBack}>{t('client:ui.back')}</Button>
            </EmptyState>
          )
        return <RepairCommandForm row={row} command={command} refs={refs} onBack={onBack} />
      }}
    </RowBoundary>
  )
}

function RepairCommandForm({
  row,
  command,
  refs,
  onBack,
}: {
  row: Repair
  command: (typeof COMMANDS_WITH_FORM)[number]
  refs: Readonly<Record<string, string>>
  onBack: () => void
}) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const inputNames = getFormInputs(command)
  const today = useToday()
  const preferredParts = usePreferredParts(row.equipmentId, { leavesStore: false })
  const wait = getCurrentWait(row)
  const startValues = {
    ...(inputNames.includes('runningAgainAt') ? { runningAgainAt: row.runningAgainAt ?? row.repairEndAt } : {}),
    ...(wait && inputNames.includes('expectedOn')
      ? { partId: wait.partId, part: wait.part, expectedOn: wait.expectedOn }
      : {}),
  }
  return (
    <FirstChoicesContext value={{ sparePart: preferredParts }}>
      <RowCommandForm
        command={command}
        row={row}
        startValues={startValues}
        refs={refs}
        check={(values) => [
          ...findTimeErrors(values, row, t),
          ...(command.name === waitForPart.name ? findWaitErrors(values, today, t) : []),
        ]}
        onBack={onBack}
      />
    </FirstChoicesContext>
  )
}
/** Builds the form title. An unsent repair has no number. */
const buildTitle = (formLabel: string, { number }: { readonly number: string | null }): string =>
  [formLabel, number].filter(Boolean).join(' · ')
function CommentForm({ row, onBack }: { row: Repair; onBack: () => void }) {
  const { t } = useTranslation('maintenance')
  const [initialValues] = useState<FormValues>(() => ({ repairId: row.id }))
  return (
    <LazyCommandForm
      endpoint={repairComment.endpoints.create}
      title={buildTitle(t('pages.repair.comment'), row)}
      startValues={initialValues}
      fieldNames={['text', 'images']}
      draftScope={row.id}
      check={(values) => findCommentErrors(values, t)}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
const findCommentErrors = (
  values: Readonly<FormValues>,
  t: (key: 'maintenance:refusals.emptyComment') => string,
): FormError[] =>
  hasCommentContent(values['text'] as string | null, values['images'] as unknown[] | null)
    ? []
    : [{ name: 'text', message: t('maintenance:refusals.emptyComment') }]

function findWaitErrors(
  values: Readonly<FormValues>,
  today: string,
  t: (key: `maintenance:refusals.wait.${NonNullable<ReturnType<typeof findWaitProblem>>['code']}`) => string,
): FormError[] {
  const problem = findWaitProblem(values, today)
  return problem ? [{ name: problem.field, message: t(`maintenance:refusals.wait.${problem.code}`) }] : []
}

/**
 * Form to correct an unsent command. It shows why the server refused the command; a conflict displays both versions.
 */
function CorrectionForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const today = useToday()
  const endpoint = [...repairCommands, repairComment.endpoints.create].find(
    (candidate) => candidate.name === unsent.op,
  ) as AnyEndpoint | undefined
  const isComment = unsent.op === repairComment.endpoints.create.name
  const check = (values: Readonly<FormValues>) => [
    ...findTimeErrors(values, null, t),
    ...(unsent.op === waitForPart.name ? findWaitErrors(values, today, t) : []),
    ...(isComment ? findCommentErrors(values, t) : []),
  ]
  if (!endpoint) return <ResourceForm resource={repair} unsent={unsent} check={check} onBack={onBack} onDone={onBack} />
  return (
    <LazyCommandForm
      endpoint={endpoint}
      title={isComment ? t('pages.repair.comment') : t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      check={check}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
