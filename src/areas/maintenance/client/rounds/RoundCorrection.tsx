import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Unsent } from '@/client/api/phone'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { Values } from '@/client/resource/values'
import { roundCalls } from '@/areas/maintenance/contract/round-calls'

/** What of each step a person may correct; whose round and which point it is stays. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'inspectionRound.claim': ['occurredAt'],
  'inspectionRound.start': ['occurredAt'],
  'inspectionRound.finish': ['finishedAt', 'note'],
  'inspectionResult.answer': ['state', 'reason', 'values', 'note', 'images', 'occurredAt'],
}
/** An unsent step of a round that the server did not take, to be corrected. */
export default function RoundCorrection({ unsent, onBack }: { unsent: Unsent; onBack: () => void }) {
  const { t } = useTranslation('maintenance')
  const endpoint = roundCalls.find((one) => one.name === unsent.op) as Endpoint<Values, unknown> | undefined
  if (!endpoint) return null
  return (
    <LazyCommandForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      only={fields[endpoint.name] ?? []}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
