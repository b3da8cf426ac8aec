import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useRow } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { CheckIcon } from '@/client/ui/icons'
import { isRefusedState, UnsentNotice } from '@/client/resource/UnsentBadge'
import { isCountedInSums } from '@/offline/overlay'
import { Dialog } from '@/client/ui/Dialog'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { weighRoll } from '../../contract/jumbo-commands'
import { judgeWeight } from '../../rules/dimensions'
import { USUAL_TOLERANCE } from '../../rules/winding'
import { NumberField } from './NumberField'
import { WhileOpen } from './RollOver'
import { rollName } from './roll-words'
import { useScale } from './scale/use-scale'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { massOf, type Order, type Roll, type Web } from './winder-state'

type Weigh = Endpoint<Record<string, unknown>, unknown>
/**
 * 称重: gross mass typed or from the scale, judged by the server's rule before saving. `coreKg` is that of the previous
 * roll.
 */
export function WeighSheet({
  roll,
  order,
  web = null,
  coreKg,
  onClose,
}: {
  roll: Roll
  order: Order | null
  web?: Web | null
  coreKg: number | null
  /** Called with the roll if it was weighed. */ onClose: (weighed: Roll | null) => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const language = useLanguage()
  const scale = useScale()
  const [gross, setGross] = useState<number | null>(roll.grossKg)
  const [core, setCore] = useState<number | null>(roll.coreKg ?? coreKg)
  const [by, setBy] = useState<'scale' | 'typed'>('typed')
  const standard = useRow(processStandard, order?.processStandardId ?? null)
  const command = useInstantCommand(weighRoll as Weigh)
  // A weight that somebody else saves while the dialog is open was not seen, so the server reports a conflict.
  const [seenVersion] = useState(roll.version)
  const expected = roll.expectedKg ?? massOf(roll, web, roll.lengthM)
  const net = gross === null ? null : Math.round((gross - (core ?? 0)) * 1000) / 1000
  const verdict = net === null ? null : judgeWeight(net, expected, standard.row?.weightTolerance ?? USUAL_TOLERANCE)
  const kg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const word = !verdict
    ? null
    : verdict.verdict === 'refused'
      ? t(verdict.reason === 'notPositive' ? 'refusals.weightNotPositive' : 'pages.winder.weightSlip')
      : verdict.deviation === null
        ? null
        : t(verdict.verdict === 'unusual' ? 'pages.winder.unusual' : 'pages.winder.deviation', {
            percent: formatNumber(verdict.deviation, { language, decimals: 1, unit: '%' }),
          })
  const tone =
    verdict === null ? 'idle' : verdict.verdict === 'ok' ? 'ok' : verdict.verdict === 'unusual' ? 'warn' : 'bad'
  const save = async () => {
    if (
      await command.run(
        { id: roll.id, grossKg: gross, ...(core !== null ? { coreKg: core } : {}), weighedBy: by },
        { baseVersion: seenVersion },
      )
    )
      onClose(roll)
  }
  // The server refused the doff, so a weight entered here would be lost.
  if (isRefusedState(roll.pending) && (roll.state === 'winding' || !isCountedInSums(roll)))
    return (
      <Dialog open onClose={() => onClose(null)} title={`${t('actions.jumboRoll_weigh')} · ${rollName(roll, t)}`}>
        <div className="wd-form">
          <p>{t('pages.winder.doffRefused')}</p>
          <UnsentNotice of={roll.pending} />
          <div className="ui-actions">
            <Button onClick={() => onClose(null)}>{t('client:ui.close')}</Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={() => onClose(null)} title={`${t('actions.jumboRoll_weigh')} · ${rollName(roll, t)}`}>
      <WhileOpen command={weighRoll} roll={roll}>
        <form
          className="wd-form"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {scale.isSupported && (
            <div className="wd-scale">
              {scale.state === 'on' && (
                <output className={scale.weight?.stable ? 'tone-ok' : 'tone-wait'}>
                  <b>{kg(scale.weight?.kg ?? null)}</b>{' '}
                  {t(scale.weight?.stable ? 'pages.winder.stable' : 'pages.winder.moving')}
                </output>
              )}
              {scale.state === 'on' ? (
                <Button
                  disabled={!scale.weight?.stable}
                  onClick={() => {
                    setGross(scale.weight?.kg ?? null)
                    setBy('scale')
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
              value={gross}
              open={!scale.isSupported && roll.grossKg === null}
              onChange={(value) => {
                setGross(value)
                setBy('typed')
              }}
            />
            <NumberField
              label={t('jumboRoll.fields.coreKg')}
              unit="kg"
              value={core}
              onChange={setCore}
              judge={() => ({ tone: 'idle', word: null })}
            />
          </div>
          <div className={`wd-verdict tone-${tone}`}>
            <p className="wd-sum">
              <span>{t('jumboRoll.fields.netKg')}</span>
              <b>{kg(net)}</b>
            </p>
            <p className="wd-sum">
              <span>{t('jumboRoll.fields.expectedKg')}</span>
              <b>{kg(expected)}</b>
            </p>
            {word && <p role="status">{word}</p>}
          </div>
          <div className="ui-actions">
            <ExplainedButton
              type="submit"
              look="primary"
              icon={<CheckIcon size={20} />}
              disabledReason={
                command.busy || verdict?.verdict === 'refused' ? '' : verdict ? null : t('pages.winder.weightMissing')
              }
            >
              {t('pages.winder.saveWeight')}
            </ExplainedButton>
          </div>
        </form>
      </WhileOpen>
    </Dialog>
  )
}
