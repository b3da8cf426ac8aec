import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getPresets } from '@/contract/field'
import { useEndpoint } from '../api/use-list'
import { useInstantCommand } from '../api/use-instant-command'
import { NotLoadedView } from '../resource/NotLoadedView'
import { ReasonDialog } from '../ui/ReasonDialog'
import { SkeletonList } from '../ui/Skeleton'

interface ReplaceInput {
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
export interface ReplacementOptions {
  /** Ids of the approvers that the user may replace now. */
  readonly replaceableIds: readonly string[]
  readonly endpoint: Endpoint<ReplaceInput, unknown>
  /** Endpoint that lists the holders of the approval permission, and its input. */
  readonly people: Endpoint<object, readonly Person[]>
  readonly of?: object
  /** True if the person is neither an author nor an approver already. */
  readonly canBeAsked: (id: string) => boolean
}
const NO_FILTER = {}
const PEOPLE_QUERY_OPTIONS = { resources: ['user', 'role'] }

/** 更换审批人: dialog that asks for the replacement and the reason. */
export function ReplaceApproverDialog({
  row,
  approver,
  replacementOptions,
  onClose,
}: {
  row: { readonly id: string; readonly version: number }
  approver: { readonly id: string; readonly name: string }
  replacementOptions: ReplacementOptions
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const { endpoint, of: peopleInput, canBeAsked } = replacementOptions
  const people = useEndpoint(replacementOptions.people, peopleInput ?? NO_FILTER, PEOPLE_QUERY_OPTIONS)
  const step = useInstantCommand(endpoint)
  const [chosen, setChosen] = useState<Person | null>(null)
  const candidates = people.data?.filter(({ id }) => canBeAsked(id))
  const replace = async (reason: string) => {
    if (!chosen) return
    const done = t('approval.done', { name: approver.name, other: chosen.label })
    const input = { id: row.id, version: row.version, approverId: approver.id, insteadId: chosen.id, reason }
    if (await step.run(input, { savedMessage: done })) onClose()
  }
  return (
    <ReasonDialog
      title={t('approval.replaceNamed', { name: approver.name })}
      submitLabel={t('approval.replace')}
      presets={getPresets(endpoint.input['reason'])}
      busy={step.busy || chosen === null}
      onReason={(reason) => void replace(reason)}
      onClose={onClose}
    >
      <p className="quiet">{t('approval.whoInstead')}</p>
      {people.isPending && <SkeletonList />}
      {people.error && !people.data && <NotLoadedView query={people} />}
      {candidates?.length === 0 && <p className="ui-card is-warned">{t('approval.nobody')}</p>}
      <fieldset className="choices approval-people" aria-label={t('approval.whoInstead')}>
        {candidates?.map((one) => (
          <button key={one.id} type="button" aria-pressed={chosen?.id === one.id} onClick={() => setChosen(one)}>
            {[one.label, one.detail].filter(Boolean).join(' · ')}
          </button>
        ))}
      </fieldset>
    </ReasonDialog>
  )
}
