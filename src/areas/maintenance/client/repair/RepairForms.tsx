import '../forms.css'
import '../maintenance.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import type { FormError } from '@/client/resource/CommandForm'
import { FirstChoicesContext } from '@/client/fields/first-choices'
import { MissingRowView } from '@/client/resource/MissingRowView'
import { LazyCommandForm, ResourceForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { repair } from '@/areas/maintenance/contract/repair'
import { repairComment } from '@/areas/maintenance/contract/repair-comment'
import { saysSomething } from '@/areas/maintenance/rules/repair-comment'
import { repairCommands, waitForPart } from '@/areas/maintenance/contract/repair-commands'
import { waitOf, waitProblem } from '@/areas/maintenance/rules/repair'
import { useToday } from '@/plant/client/use-today'
import { usePartsFirst } from './parts-first'
import { wrongTimes, type Repair } from './repair-time'
import { WorkForm } from './WorkForm'

type AnyEndpoint = Endpoint<FormValues, unknown>
/** Commands that need input before they run. */
const asking = repairCommands.filter((one) => !one.offline?.creates && getFormInputs(one).length > 0)

/** Form of a repair command, or the correction of an unsent one. */
export default function RepairForms({
  id,
  act,
  unsent,
  onBack,
}: {
  id: string | null
  act: string | null
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client', 'contract'])
  const { row, refs, ...opened } = useRow(repair, unsent ? null : id)
  if (unsent) return <Correction unsent={unsent} onBack={onBack} />
  if (!row) return <MissingRowView opened={{ ...opened, busy: opened.isLoading }} onBack={onBack} />
  const known = row
  if (act === 'finish') return <WorkForm row={known} refs={refs} onBack={onBack} />
  if (act === 'edit')
    return (
      <ResourceForm
        of={repair}
        row={row}
        refs={refs}
        check={(values) => wrongTimes(values, known, t)}
        onBack={onBack}
        onDone={onBack}
      />
    )
  if (act === 'comment') return <Commenting row={known} onBack={onBack} />
  const step = asking.find(({ action }) => action === act)
  if (!step)
    return (
      <EmptyState title={t('pages.repair.noStep')} next={t('client:resource.goneNext')}>
        <Button onClick={onBack}>{t('client:ui.back')}</Button>
      </EmptyState>
    )
  return <Asking row={known} step={step} refs={refs} onBack={onBack} />
}

function Asking({
  row,
  step,
  refs,
  onBack,
}: {
  row: Repair
  step: (typeof asking)[number]
  refs: Readonly<Record<string, string>>
  onBack: () => void
}) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const only = getFormInputs(step)
  const today = useToday()
  const parts = usePartsFirst(row.equipmentId, false)
  const wait = waitOf(row)
  const [start] = useState<FormValues>(() => ({
    id: row.id,
    version: row.version,
    occurredAt: getPlantMoment(),
    ...(only.includes('runningAgainAt') ? { runningAgainAt: row.runningAgainAt ?? row.repairEndAt } : {}),
    ...(wait && only.includes('expectedOn')
      ? { partId: wait.partId, part: wait.part, expectedOn: wait.expectedOn }
      : {}),
  }))
  return (
    <FirstChoicesContext value={{ sparePart: parts }}>
      <LazyCommandForm
        endpoint={step as AnyEndpoint}
        title={titled(t(`actions.repair_${step.action}`), row)}
        draftOf={row.id}
        start={start}
        only={only}
        refs={refs}
        check={(values) => [
          ...wrongTimes(values, row, t),
          ...(step.action === waitForPart.action ? wrongWait(values, today, t) : []),
        ]}
        onBack={onBack}
        onDone={onBack}
      />
    </FirstChoicesContext>
  )
}
/** Builds the form title. An unsent repair has no number. */
const titled = (word: string, { number }: { readonly number: string | null }): string =>
  [word, number].filter(Boolean).join(' · ')
function Commenting({ row, onBack }: { row: Repair; onBack: () => void }) {
  const { t } = useTranslation('maintenance')
  const [start] = useState<FormValues>(() => ({ repairId: row.id }))
  return (
    <LazyCommandForm
      endpoint={repairComment.endpoints.create}
      title={titled(t('pages.repair.comment'), row)}
      start={start}
      only={['text', 'images']}
      draftOf={row.id}
      check={(values) => wrongComment(values, t)}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
const wrongComment = (
  values: Readonly<FormValues>,
  t: (key: 'maintenance:refusals.emptyComment') => string,
): FormError[] =>
  saysSomething(values['text'] as string | null, values['images'] as unknown[] | null)
    ? []
    : [{ name: 'text', message: t('maintenance:refusals.emptyComment') }]

function wrongWait(
  values: Readonly<FormValues>,
  today: string,
  t: (key: `maintenance:refusals.wait.${NonNullable<ReturnType<typeof waitProblem>>['code']}`) => string,
): FormError[] {
  const problem = waitProblem(values, today)
  return problem ? [{ name: problem.field, message: t(`maintenance:refusals.wait.${problem.code}`) }] : []
}

/** Correction of an unsent command, with the server's objection; a conflict displays both versions. */
function Correction({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const own = [...repairCommands, repairComment.endpoints.create].find((one) => one.name === unsent.op) as
    | AnyEndpoint
    | undefined
  const check = (values: Readonly<FormValues>) => wrongTimes(values, null, t)
  if (!own) return <ResourceForm of={repair} unsent={unsent} check={check} onBack={onBack} onDone={onBack} />
  return (
    <LazyCommandForm
      endpoint={own}
      title={t(`actions.${own.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      check={check}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
