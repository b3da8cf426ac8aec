import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { presetsOf } from '@/contract/field'
import { useEndpoint } from '../api/use-list'
import { useInstantCommand } from '../api/use-instant-command'
import { NotLoadedView } from '../resource/NotLoadedView'
import { ReasonSheet } from '../ui/ReasonSheet'
import { SkeletonList } from '../ui/Skeleton'

interface Asked {
  readonly id: string
  readonly version: number
  readonly approverId: string
  readonly insteadId: string
  readonly reason: string
}
interface Person {
  readonly id: string
  readonly label: string
  readonly detail: string | null
}
/** Options for replacing an approver who cannot answer. */
export interface Replacing {
  /** Ids of the approvers that the user may replace now. */
  readonly who: readonly string[]
  readonly endpoint: Endpoint<Asked, unknown>
  /** Endpoint that lists the holders of the approval permission, and its input. */
  readonly people: Endpoint<object, readonly Person[]>
  readonly of?: object
  /** True if the person is neither an author nor an approver already. */
  readonly mayBeAsked: (id: string) => boolean
}
const EVERYBODY = {}
const PEOPLE = { resources: ['user', 'role'] }

/** 更换审批人: dialog that asks for the replacement and the reason. */
export function ReplaceSheet({
  row,
  approver,
  replacing,
  onClose,
}: {
  row: { readonly id: string; readonly version: number }
  approver: { readonly id: string; readonly name: string }
  replacing: Replacing
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const { endpoint, of, mayBeAsked } = replacing
  const people = useEndpoint(replacing.people, of ?? EVERYBODY, PEOPLE)
  const step = useInstantCommand(endpoint)
  const [chosen, setChosen] = useState<Person | null>(null)
  const offered = people.data?.filter(({ id }) => mayBeAsked(id))
  const replace = async (reason: string) => {
    if (!chosen) return
    const done = t('approval.done', { name: approver.name, other: chosen.label })
    const input = { id: row.id, version: row.version, approverId: approver.id, insteadId: chosen.id, reason }
    if (await step.run(input, { done })) onClose()
  }
  return (
    <ReasonSheet
      title={t('approval.replaceNamed', { name: approver.name })}
      action={t('approval.replace')}
      presets={presetsOf(endpoint.input['reason'])}
      busy={step.busy || chosen === null}
      onReason={(reason) => void replace(reason)}
      onClose={onClose}
    >
      <p className="quiet">{t('approval.whoInstead')}</p>
      {people.isPending && <SkeletonList />}
      {people.error && !people.data && <NotLoadedView of={people} />}
      {offered?.length === 0 && <p className="ui-card is-warned">{t('approval.nobody')}</p>}
      <fieldset className="choices approval-people" aria-label={t('approval.whoInstead')}>
        {offered?.map((one) => (
          <button key={one.id} type="button" aria-pressed={chosen?.id === one.id} onClick={() => setChosen(one)}>
            {[one.label, one.detail].filter(Boolean).join(' · ')}
          </button>
        ))}
      </fieldset>
    </ReasonSheet>
  )
}
