import '../forms.css'
import '../maintenance.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asksFor } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import type { Unsent } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { plantMoment } from '@/client/clock'
import { LazyCommandForm, ResourceForm } from '@/client/resource/ResourceForm'
import type { Values } from '@/client/resource/values'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { repair } from '@/areas/maintenance/contract/repair'
import { repairCommands } from '@/areas/maintenance/contract/repair-commands'
import { wrongTimes, type Repair } from './repair-time'
import { WorkForm } from './WorkForm'

type AnyEndpoint = Endpoint<Values, unknown>
/** Steps of a repair that ask for something before they are taken. */
const asking = repairCommands.filter((one) => !one.offline?.creates && asksFor(one).length > 0)

/** The form that a step of a repair needs, or the correction of one that was not taken. */
export default function RepairForms({
  id,
  act,
  unsent,
  onBack,
}: {
  id: string | null
  act: string | null
  unsent: Unsent | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client', 'contract'])
  const { row, refs, isLoading } = useRow(repair, unsent ? null : id)
  if (unsent) return <Correction unsent={unsent} onBack={onBack} />
  if (!row)
    return isLoading ? (
      <div className="pad">
        <SkeletonDetail />
      </div>
    ) : (
      <EmptyState title={t('client:resource.gone')} next={t('client:resource.goneNext')}>
        <Button onClick={onBack}>{t('client:ui.back')}</Button>
      </EmptyState>
    )
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
  const only = asksFor(step)
  const [start] = useState<Values>(() => ({
    id: row.id,
    version: row.version,
    occurredAt: plantMoment(),
    ...(only.includes('runningAgainAt') ? { runningAgainAt: row.runningAgainAt ?? row.repairEndAt } : {}),
  }))
  return (
    <LazyCommandForm
      endpoint={step as AnyEndpoint}
      title={`${t(`actions.repair_${step.action}`)} · ${row.number}`}
      start={start}
      only={only}
      refs={refs}
      check={(values) => wrongTimes(values, row, t)}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

/** An unsent command with what the server said against it; a conflict shows both versions. */
function Correction({ unsent, onBack }: { unsent: Unsent; onBack: () => void }) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const own = repairCommands.find((one) => one.name === unsent.op) as AnyEndpoint | undefined
  const check = (values: Readonly<Values>) => wrongTimes(values, null, t)
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
