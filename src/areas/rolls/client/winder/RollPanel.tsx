import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason, getAllowedCommands, type CommandRights } from '@/contract/command-rights'
import { isUnreachable } from '@/client/api/api-error'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { Quantity } from '@/client/ui/Quantity'
import { metresLeft } from '../../rules/jumbo-roll'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { useDoer } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { StateBadge } from '@/client/ui/StateBadge'
import { jumboInfo } from '../../contract/jumbo-endpoints'
import { downgradeRoll, editRoll, removeRoll, retireRoll, weighRoll } from '../../contract/jumbo-commands'
import { OnHold, useHeldWord } from '../hold/OnHold'
import { jumboRoll } from '../../contract/jumbo-roll'
import { endingReasons } from '../../contract/preset-reasons'
import { knifed } from '../../rules/jumbo-roll'
import { labelSaid } from '../../rules/label'
import { OldLabel } from '../labels/OldLabel'
import { DefectMap } from './DefectMap'
import { DefectSheet } from './DefectSheet'
import { DowngradeSheet } from './DowngradeSheet'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { gradeTones, rollName, stateTones } from './roll-words'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { WeighSheet } from './WeighSheet'
import type { Change, Order, Roll } from './winder-state'

const FACTS = [
  'workOrderId',
  'productId',
  'lineId',
  'gsm',
  'widthMm',
  'lengthM',
  'leftM',
  'netKg',
  'expectedKg',
  'grossKg',
  'coreKg',
  'weighedBy',
  'speed',
  'splices',
  'startedAt',
  'doffedAt',
  'businessDate',
  'shift',
  'team',
  'userId',
  'downgrades',
  'defects',
  'lots',
  'unknownKg',
  'labels',
  'note',
  'images',
  'reason',
] as const
type Foot = typeof downgradeRoll | typeof weighRoll
type Ask = 'weigh' | 'defect' | 'downgrade' | 'remove' | 'consume' | 'scrap' | null

/** One jumbo: its details, its defects and its available actions. */
export function RollPanel({
  roll,
  order,
  refs,
  coreKg,
  onBack,
  change,
}: {
  roll: Roll
  order: Order | null
  refs: Readonly<Record<string, string>>
  coreKg: number | null
  onBack: (() => void) | undefined
  change: Change
}) {
  const { t } = useTranslation(['rolls', 'contract', 'client'])
  const [ask, setAsk] = useState<Ask>(null)
  const doer = useDoer()
  const held = useHeldWord(roll.holds)
  const may = (step: CommandRights) => getBarredReason(step, roll, doer) === null
  const close = () => setAsk(null)
  const cells = {
    shift: (row: ListRow) => (row['shift'] ? t(`contract:shifts.${String(row['shift'])}`) : '–'),
    leftM: () => <Quantity value={metresLeft(roll)} unit="m" decimals={1} />,
  }
  return (
    <PageFrame
      title={rollName(roll, t)}
      sub={refs[roll.workOrderId]}
      {...(onBack ? { onBack } : {})}
      tools={
        roll.number && (
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={t('pages.winder.label')}
            title={t('pages.winder.label')}
            onClick={() => change({ labels: roll.id })}
          />
        )
      }
      primary={
        may(weighRoll) && (
          <CommandButtons
            commands={getAllowedCommands<Foot>([downgradeRoll, weighRoll], roll, doer)}
            row={roll}
            aside={[downgradeRoll]}
            onAsk={(command) => setAsk(command === weighRoll ? 'weigh' : 'downgrade')}
          />
        )
      }
    >
      <p className="wd-chips">
        <StateBadge tone={stateTones[roll.state]}>{t(`jumboRoll.options.state.${roll.state}`)}</StateBadge>
        {roll.doffedAt && (
          <StateBadge tone={gradeTones[roll.grade]}>{t(`jumboRoll.options.grade.${roll.grade}`)}</StateBadge>
        )}
        {roll.weightUnusual && <StateBadge tone="warn">{t('jumboRoll.fields.weightUnusual')}</StateBadge>}
        <OldLabel row={roll} now={labelSaid.jumboRoll(roll)} />
      </p>
      {roll.lengthM !== null && (roll.defects.length > 0 || roll.downgrades.length > 0) && <DefectMap roll={roll} />}
      <OnHold holds={roll.holds} />
      <ResourceDetailView of={jumboRoll} row={roll} refs={refs} only={FACTS} cells={cells} />
      {knifed.some((state) => state === roll.state) && <SlitOf roll={roll} />}
      <div className="ui-actions">
        {roll.number && <RowActionBar resource={jumboRoll.name} id={roll.id} />}
        {may(editRoll) && <Button onClick={() => setAsk('defect')}>{t('jumboRoll.fields.defects')}</Button>}
        {may(retireRoll) && (
          <ExplainedButton disabledReason={held} onClick={() => setAsk('consume')}>
            {t('inputOptions.action.consume')}
          </ExplainedButton>
        )}
        {may(retireRoll) && (
          <Button onClick={() => setAsk('scrap')}>
            {t(roll.state === 'remnant' ? 'jumboRoll.steps.scrapRemnant' : 'inputOptions.action.scrap')}
          </Button>
        )}
        {may(removeRoll) && (
          <Button look="danger" onClick={() => setAsk('remove')}>
            {t('jumboRoll.steps.remove')}
          </Button>
        )}
      </div>
      {ask === 'weigh' && <WeighSheet roll={roll} order={order} coreKg={coreKg} onClose={close} />}
      {ask === 'defect' && (
        <DefectSheet
          roll={roll}
          widthMm={roll.widthMm}
          metres={null}
          orderedM={order?.jumboLengthM ?? null}
          onClose={close}
        />
      )}
      {ask === 'downgrade' && <DowngradeSheet roll={roll} onClose={close} />}
      {(ask === 'remove' || ask === 'consume' || ask === 'scrap') && <Ending ask={ask} roll={roll} onClose={close} />}
    </PageFrame>
  )
}
function Ending({ ask, roll, onClose }: { ask: 'remove' | 'consume' | 'scrap'; roll: Roll; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const [remove, retire] = [useInstantCommand(removeRoll), useInstantCommand(retireRoll)]
  const word = t(`jumboRoll.steps.${ask === 'scrap' && roll.state === 'remnant' ? 'scrapRemnant' : ask}`)
  const done = async (reason: string) => {
    const seen = { baseVersion: roll.version }
    const taken =
      ask === 'remove'
        ? await remove.run({ id: roll.id, reason }, seen)
        : await retire.run({ id: roll.id, version: roll.version, action: ask, reason }, seen)
    if (taken) onClose()
  }
  return (
    <ReasonDialog
      title={word}
      rows={2}
      danger={ask !== 'consume'}
      presets={endingReasons[ask]}
      busy={remove.busy || retire.busy}
      onClose={onClose}
      onReason={(reason) => void done(reason)}
    >
      <p className="ui-confirm-thing">{rollName(roll, t)}</p>
    </ReasonDialog>
  )
}
/** Masses of the slit rolls, trim and waste of the jumbo, and the gap. */
function SlitOf({ roll }: { roll: Roll }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const info = useEndpoint(jumboInfo, { id: roll.id }, { resources: ['jumboRoll', 'slitRoll'] })
  if (!info.data) return info.error && !isUnreachable(info.error) ? <p className="quiet">{info.error.message}</p> : null
  const kg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const { slit, slitKg, trimKg, wasteKg, gapKg } = info.data
  return (
    <section className="ui-card">
      <h2 className="wd-title">{t('pages.winder.cutFrom', { count: slit.length })}</h2>
      {(
        [
          ['slitKg', slitKg],
          ['trimKg', trimKg],
          ['wasteKg', wasteKg],
          ['gapKg', gapKg],
        ] as const
      ).map(([name, value]) => (
        <p key={name} className="wd-sum">
          <span>{t(`answers.${name}`)}</span>
          <b>{kg(value)}</b>
        </p>
      ))}
    </section>
  )
}
