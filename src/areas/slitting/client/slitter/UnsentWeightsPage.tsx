import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getStoredConflict } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import { getPhoneStore, type UnsentCommand } from '@/client/api/phone'
import { useNames } from '@/client/fields/options'
import { parseNonNegative } from '@/client/fields/number-input'
import { useLabels } from '@/client/i18n/labels'
import { ConflictScreen } from '@/client/resource/ConflictScreen'
import { RefusalNotice } from '@/client/resource/UnsentBadge'
import UnsentContent from '@/client/shell/UnsentContent'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { slitRoll } from '../../contract/slitting'
import { recycleRolls } from '../../contract/slitting-commands'
import type { StoredSlitRoll } from './displayed-sets'
import { keepMyWeight, getCommandRolls, keepTheirWeight, type CommandRoll } from './weight-command'

const SLIT_ROLL_FIELD_PLACE = { area: slitRoll.area, owner: slitRoll.name }
const CONFLICT_FIELDS = { kg: slitRoll.fields.kg }

/**
 * Corrects the weights of a command that the server has not accepted. If somebody else has weighed the same roll, both
 * weights are shown and the person chooses one.
 */
export default function UnsentWeightsPage({ item, onBack }: { item: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation(['slitting', 'client'])
  const labels = useLabels('slitting')
  const rolls = getCommandRolls(item.body)
  const names = useNames(
    'slitRoll',
    rolls.flatMap(({ rollId }) => rollId ?? []),
    {},
  )
  const [enteredTexts, setEnteredTexts] = useState<Readonly<Record<number, string>>>({})
  const [busy, setBusy] = useState(false)
  const conflict = getStoredConflict(item.lastError)
  const title = labels.action({ area: 'slitting', name: item.op ?? '' })
  const getRollName = ({ rollId, lane }: CommandRoll) =>
    (rollId && names[rollId]) || t('pages.divideInteractive.lane', { lane: lane ?? '…' })
  const saveOrDiscard = async (body: Record<string, unknown> | null) => {
    setBusy(true)
    try {
      const store = await getPhoneStore()
      await (body ? store.edit(item.id, body) : store.discard(item.id))
      onBack()
    } catch (error) {
      void notify(t('client:sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    } finally {
      setBusy(false)
    }
  }
  if (conflict) {
    const theirRoll = conflict.theirs as Pick<StoredSlitRoll, 'id' | 'lane' | 'kg'>
    const hasOtherEffects = item.op === recycleRolls.name
    return (
      <ConflictScreen
        title={title}
        conflict={conflict}
        fields={CONFLICT_FIELDS}
        place={SLIT_ROLL_FIELD_PLACE}
        refs={{}}
        busy={busy}
        onSave={({ kg }) =>
          void saveOrDiscard(
            kg === conflict.mine['kg']
              ? keepMyWeight(item.body, theirRoll)
              : keepTheirWeight(item.body, theirRoll, hasOtherEffects),
          )
        }
        onBack={onBack}
      />
    )
  }
  const getKgText = (roll: CommandRoll, index: number) => enteredTexts[index] ?? String(roll.kg ?? '')
  const hasInvalidWeight = rolls.some((roll, index) => roll.kg != null && !parseNonNegative(getKgText(roll, index)))
  const save = () =>
    saveOrDiscard({
      ...item.body,
      rolls: rolls.map((roll, index) =>
        roll.kg == null ? roll : { ...roll, kg: parseNonNegative(getKgText(roll, index)) },
      ),
    })
  return (
    <PageFrame
      title={title}
      onBack={onBack}
      primary={
        <Button look="primary" disabled={busy || hasInvalidWeight || !item.editable} onClick={() => void save()}>
          {t('client:resource.save')}
        </Button>
      }
    >
      {item.lastError && <RefusalNotice op={item.op} error={item.lastError} />}
      {rolls.every(({ kg }) => kg == null) ? (
        <UnsentContent command={item} />
      ) : (
        <div className="ui-sheet-form stack gap-3">
          {rolls.map(
            (roll, index) =>
              roll.kg != null && (
                <label key={roll.rollId ?? roll.lane}>
                  {getRollName(roll)} · {labels.field(SLIT_ROLL_FIELD_PLACE, 'kg')} (kg)
                  <NonNegativeNumberInput
                    value={getKgText(roll, index)}
                    onChange={(text) => setEnteredTexts((texts) => ({ ...texts, [index]: text }))}
                  />
                </label>
              ),
          )}
        </div>
      )}
    </PageFrame>
  )
}
