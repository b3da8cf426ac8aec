import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { isRefusedState, UnsentNotice } from '@/client/resource/UnsentBadge'
import { isCountedInSums } from '@/offline/overlay'
import { Dialog } from '@/client/ui/Dialog'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { weighRoll } from '../../contract/jumbo-commands'
import { calculateNetKg, judgeWeight, type WeightVerdict } from '../../rules/dimensions'
import { DEFAULT_TOLERANCE_PERCENT } from '../../rules/winding'
import { NumberField } from '../shared/NumberField'
import { RollCommandBoundary } from './RollAlreadyDoffedNotice'
import { formatRollName } from '../shared/roll-display'
import { useScale } from './scale/use-scale'
import { useCommand } from '@/client/api/use-command'
import { estimateMassKg, type WinderOrder, type WinderRoll, type WoundWeb } from '../shared/winder-state'

const VERDICT_TONES = { ok: 'ok', unusual: 'warn', refused: 'bad' } as const

/**
 * 称重: records the gross mass, typed or from the scale. The dialog judges the mass with the rule of the server before
 * saving. `coreKg` is the core mass of the previous roll.
 */
export function WeighRollDialog({
  roll,
  order,
  web = null,
  coreKg,
  onClose,
}: {
  roll: WinderRoll
  order: WinderOrder | null
  web?: WoundWeb | null
  coreKg: number | null
  /** Called with the roll if it was weighed. */
  onClose: (weighedRoll: WinderRoll | null) => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const language = useLanguage()
  const scale = useScale()
  const [grossKg, setGrossKg] = useState<number | null>(roll.grossKg)
  const [enteredCoreKg, setEnteredCoreKg] = useState<number | null>(roll.coreKg ?? coreKg)
  const [weighedBy, setWeighedBy] = useState<'scale' | 'typed'>('typed')
  const standard = useRow(processStandard, order?.processStandardId ?? null)
  const command = useCommand(weighRoll)
  // The version when the dialog was opened. If somebody else has saved a weight since then, the server reports a
  // conflict.
  const [seenVersion] = useState(roll.version)
  const expectedKg = roll.expectedKg ?? estimateMassKg(roll, web, roll.lengthM)
  const netKg = calculateNetKg({ grossKg, coreKg: enteredCoreKg })
  const weightVerdict =
    netKg === null ? null : judgeWeight(netKg, expectedKg, standard.row?.weightTolerance ?? DEFAULT_TOLERANCE_PERCENT)
  const formatKg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const describeVerdict = (verdict: WeightVerdict | null) => {
    if (verdict === null) return null
    if (verdict.verdict === 'refused')
      return t(verdict.reason === 'notPositive' ? 'refusals.weightNotPositive' : 'pages.winder.weightSlip')
    if (verdict.deviation === null) return null
    return t(verdict.verdict === 'unusual' ? 'pages.winder.unusual' : 'pages.winder.deviation', {
      percent: formatNumber(verdict.deviation, { language, decimals: 1, unit: '%' }),
    })
  }
  const verdictText = describeVerdict(weightVerdict)
  const tone = weightVerdict === null ? 'idle' : VERDICT_TONES[weightVerdict.verdict]
  const getDisabledReason = () => {
    if (weightVerdict === null) return command.busy ? '' : t('pages.winder.weightMissing')
    return command.busy || weightVerdict.verdict === 'refused' ? '' : null
  }
  const save = async () => {
    if (grossKg === null) return
    if (
      await command.run(
        {
          id: roll.id,
          grossKg,
          ...(enteredCoreKg !== null ? { coreKg: enteredCoreKg } : {}),
          weighedBy,
        },
        { baseVersion: seenVersion },
      )
    )
      onClose(roll)
  }
  // The server refused the doff, so a weight entered here would be lost.
  if (isRefusedState(roll.pending) && (roll.state === 'winding' || !isCountedInSums(roll)))
    return (
      <Dialog open onClose={() => onClose(null)} title={`${t('actions.jumboRoll_weigh')} · ${formatRollName(roll, t)}`}>
        <div className="stack gap-3">
          <p>{t('pages.winder.doffRefused')}</p>
          <UnsentNotice pending={roll.pending} />
          <div className="ui-actions">
            <Button onClick={() => onClose(null)}>{t('client:ui.close')}</Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={() => onClose(null)} title={`${t('actions.jumboRoll_weigh')} · ${formatRollName(roll, t)}`}>
      <RollCommandBoundary command={weighRoll} roll={roll}>
        <form
          className="stack gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {scale.isSupported && (
            <div className="wd-scale cluster gap-3 middle between">
              {scale.state === 'on' && (
                <output className={scale.weight?.stable ? 'tone-ok' : 'tone-wait'}>
                  <b>{formatKg(scale.weight?.kg ?? null)}</b>{' '}
                  {t(scale.weight?.stable ? 'pages.winder.stable' : 'pages.winder.moving')}
                </output>
              )}
              {scale.state === 'on' ? (
                <Button
                  disabled={!scale.weight?.stable}
                  onClick={() => {
                    setGrossKg(scale.weight?.kg ?? null)
                    setWeighedBy('scale')
                  }}
                >
                  {t('pages.winder.takeWeight')}
                </Button>
              ) : (
                <Button onClick={scale.connect}>
                  {t(scale.state === 'lost' ? 'pages.winder.scaleLost' : 'pages.winder.connectScale')}
                </Button>
              )}
            </div>
          )}
          <div className="wd-two">
            <NumberField
              label={t('jumboRoll.fields.grossKg')}
              unit="kg"
              value={grossKg}
              opensAtOnce={!scale.isSupported && roll.grossKg === null}
              onChange={(value) => {
                setGrossKg(value)
                setWeighedBy('typed')
              }}
            />
            <NumberField
              label={t('jumboRoll.fields.coreKg')}
              unit="kg"
              value={enteredCoreKg}
              onChange={setEnteredCoreKg}
              evaluate={() => ({ tone: 'idle', label: null })}
            />
          </div>
          <div className={`wd-verdict tone-${tone}`}>
            <p className="wd-sum">
              <span>{t('jumboRoll.fields.netKg')}</span>
              <b>{formatKg(netKg)}</b>
            </p>
            <p className="wd-sum">
              <span>{t('jumboRoll.fields.expectedKg')}</span>
              <b>{formatKg(expectedKg)}</b>
            </p>
            {verdictText && <p role="status">{verdictText}</p>}
          </div>
          <div className="ui-actions">
            <ExplainedButton
              type="submit"
              look="primary"
              icon={<CheckIcon size={20} />}
              disabledReason={getDisabledReason()}
            >
              {t('pages.winder.saveWeight')}
            </ExplainedButton>
          </div>
        </form>
      </RollCommandBoundary>
    </Dialog>
  )
}
