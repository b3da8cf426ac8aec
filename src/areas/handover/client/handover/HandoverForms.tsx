import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import type { CommandFormState } from '@/client/resource/use-form'
import { giveHandover, handoverCalls, returnHandover, takeHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import { ItemLineList, type ItemLine } from '@/plant/client/sheet/ItemLineList'
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { useShifts } from '@/plant/client/sheet/use-shift'
import { SignAgain } from './SignAgain'
import { writeOf, type HandoverRow } from './use-steps'

/** Fields of the form in the order of a verbal handover. */
const told = [
  'people',
  'absent',
  'safety',
  'quality',
  'equipmentState',
  'remaining',
  'toDo',
  'checks',
  'images',
  'note',
] as const
const draw = {
  checks: (form: CommandFormState) => (
    <ItemLineList
      resultWordsKey="handover:handover.subOptions.checks.result"
      lines={(form.values['checks'] ?? []) as ItemLine[]}
      disabled={form.submit.busy}
      onChange={(checks) => form.set({ checks })}
    />
  ),
}
type FormProps = { onBack: () => void; onDone: (id: string) => void }

/** 填写: form for notes, people, checks and photos of a shift. */
export function FillIn({
  row,
  refs,
  onBack,
  onDone,
}: FormProps & { row: HandoverRow; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('handover')
  const words = t('pages.handover.checks', { returnObjects: true })
  const proposed = () => Object.values(words).map((item): ItemLine => ({ item, result: null, note: null }))
  const withProposal = { checks: (form: CommandFormState) => <Checks form={form} proposed={proposed} /> }
  return (
    <ShiftRecordForm
      endpoint={writeOf(row.kind)}
      title={t(`actions.handover_write${row.kind[0]!.toUpperCase()}${row.kind.slice(1)}`)}
      fieldNames={told}
      row={row}
      refs={refs}
      renderFields={withProposal}
      onBack={onBack}
      onDone={() => onDone(row.id)}
    />
  )
}
function Checks({ form, proposed }: { form: CommandFormState; proposed: () => ItemLine[] }) {
  const { t } = useTranslation('handover')
  const lines = (form.values['checks'] ?? []) as ItemLine[]
  if (lines.length === 0)
    return (
      <button type="button" className="ui-button is-plain" onClick={() => form.set({ checks: proposed() })}>
        {t('pages.handover.usualChecks')}
      </button>
    )
  return draw.checks(form)
}

/** Form that opens a handover of a chosen line and shift, e.g. a forgotten one. */
export function OpenOne({ kind, onBack, onDone }: FormProps & { kind: HandoverKind }) {
  const { t } = useTranslation('handover')
  const { now } = useShifts()
  const endpoint = { ...writeOf(kind), partial: false }
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`handover.options.kind.${kind}`)}
      fieldNames={['lineId', 'businessDate', ...told]}
      initialValues={{ businessDate: now.businessDate, shift: now.shift, team: now.team }}
      renderFields={draw}
      onBack={onBack}
      onDone={onDone}
    />
  )
}

/** 退回: form that returns a handover to the giver with what is missing. */
export function ReturnForm({ row, onBack }: { row: HandoverRow; onBack: () => void }) {
  const { t } = useTranslation('handover')
  return (
    <ShiftRecordForm
      endpoint={returnHandover}
      title={t('actions.handover_return')}
      fieldNames={['reason']}
      initialValues={{ id: row.id, version: row.version, occurredAt: getPlantMoment() }}
      saveLabel={t('handover.steps.returnIt')}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

/** Form that corrects an unsent command; shows the server's refusal, and both versions of a conflict. */
export function Correction({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('handover')
  const endpoint = handoverCalls.find(({ name }) => name === unsent.op)
  if (unsent.op === giveHandover.name || unsent.op === takeHandover.name)
    return <SignAgain unsent={unsent} title={t(`actions.${unsent.op.replaceAll('.', '_')}`)} onBack={onBack} />
  const asks = unsent.op?.startsWith('handover.write')
    ? told
    : unsent.op === 'handover.return'
      ? (['reason'] as const)
      : []
  return endpoint ? (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      fieldNames={asks}
      unsent={unsent}
      renderFields={draw}
      onBack={onBack}
      onDone={onBack}
    />
  ) : null
}
