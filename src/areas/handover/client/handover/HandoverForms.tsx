import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import type { CommandFormState } from '@/client/resource/use-form'
import { giveHandover, handoverEndpoints, returnHandover, takeHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import { ItemAnswerList, type ItemAnswer } from '@/plant/client/shift-record/ItemAnswerList'
import { ShiftRecordForm } from '@/plant/client/shift-record/ShiftRecordForm'
import { useShifts } from '@/plant/client/shift-record/use-shift'
import { SignAgainPage } from './SignAgainPage'
import { getWriteCommand, type HandoverRow } from './use-handover-commands'

/** Fields of the form in the order of a verbal handover. */
const FORM_FIELDS = [
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
const FIELD_RENDERERS = {
  checks: (form: CommandFormState) => (
    <ItemAnswerList
      resultTextPrefix="handover:handover.subOptions.checks.result"
      answers={(form.values['checks'] ?? []) as ItemAnswer[]}
      disabled={form.submit.busy}
      onChange={(checks) => form.setValues({ checks })}
    />
  ),
}
type FormProps = { onBack: () => void; onDone: (id: string) => void }

/** 填写: form for notes, people, checks and photos of a shift. */
export function FillInForm({
  row,
  refs,
  onBack,
  onDone,
}: FormProps & { row: HandoverRow; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('handover')
  const checkTexts = t('pages.handover.checks', { returnObjects: true })
  const proposeChecks = () => Object.values(checkTexts).map((item): ItemAnswer => ({ item, result: null, note: null }))
  const fieldRenderers = {
    checks: (form: CommandFormState) => <ChecksField form={form} proposeChecks={proposeChecks} />,
  }
  return (
    <ShiftRecordForm
      endpoint={getWriteCommand(row.kind)}
      title={t(`actions.handover_write${row.kind[0]!.toUpperCase()}${row.kind.slice(1)}`)}
      fieldNames={FORM_FIELDS}
      row={row}
      refs={refs}
      renderFields={fieldRenderers}
      onBack={onBack}
      onDone={() => onDone(row.id)}
    />
  )
}
function ChecksField({ form, proposeChecks }: { form: CommandFormState; proposeChecks: () => ItemAnswer[] }) {
  const { t } = useTranslation('handover')
  const answers = (form.values['checks'] ?? []) as ItemAnswer[]
  if (answers.length === 0)
    return (
      <button type="button" className="ui-button is-plain" onClick={() => form.setValues({ checks: proposeChecks() })}>
        {t('pages.handover.usualChecks')}
      </button>
    )
  return FIELD_RENDERERS.checks(form)
}

/** Form that opens a handover of a chosen line and shift, e.g. a forgotten one. */
export function OpenHandoverForm({ kind, onBack, onDone }: FormProps & { kind: HandoverKind }) {
  const { t } = useTranslation('handover')
  const { currentShift } = useShifts()
  const endpoint = { ...getWriteCommand(kind), partial: false }
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`handover.options.kind.${kind}`)}
      fieldNames={['lineId', 'businessDate', ...FORM_FIELDS]}
      initialValues={{ businessDate: currentShift.businessDate, shift: currentShift.shift, team: currentShift.team }}
      renderFields={FIELD_RENDERERS}
      onBack={onBack}
      onDone={onDone}
    />
  )
}

/** 退回: form that returns a handover to the giver; the reason says what is missing. */
export function ReturnHandoverForm({ row, onBack }: { row: HandoverRow; onBack: () => void }) {
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

function getCorrectedFields({ op }: UnsentCommand): readonly string[] {
  if (op?.startsWith('handover.write')) return FORM_FIELDS
  return op === 'handover.return' ? ['reason'] : []
}

/** Form that corrects an unsent command; shows the server's refusal, and both versions of a conflict. */
export function HandoverCorrectionForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('handover')
  const endpoint = handoverEndpoints.find(({ name }) => name === unsent.op)
  if (unsent.op === giveHandover.name || unsent.op === takeHandover.name)
    return <SignAgainPage unsent={unsent} title={t(`actions.${unsent.op.replaceAll('.', '_')}`)} onBack={onBack} />
  return endpoint ? (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      fieldNames={getCorrectedFields(unsent)}
      unsent={unsent}
      renderFields={FIELD_RENDERERS}
      onBack={onBack}
      onDone={onBack}
    />
  ) : null
}
