import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NumberPad } from '@/client/ui/NumberPad'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import type { DisplayedRoll } from './displayed-sets'

/** Number pad for the weight of a slit roll; compares the weight with the expected one while the person types. */
export function WeighLaneDialog({
  roll,
  setName,
  limits,
  onDone,
  onClose,
}: {
  roll: Pick<DisplayedRoll, 'lane' | 'widthMm' | 'expectedKg' | 'kg'>
  /** Name of its set, if several are on screen. */
  setName?: string
  limits: SlitterLimits
  onDone: (kg: number | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation('slitting')
  const language = useLanguage()
  const expectedText = formatNumber(roll.expectedKg, { language, unit: 'kg', decimals: 2 })
  const evaluateWeight = (value: number | null) => {
    if (value === null) return { tone: 'idle' as const, label: null }
    const { verdict } = judgeWeight(value, roll.expectedKg, limits.weightTolerance)
    if (verdict === 'ok') return { tone: 'ok' as const, label: null }
    return verdict === 'unusual'
      ? { tone: 'warn' as const, label: t('pages.divideInteractive.unusual') }
      : { tone: 'bad' as const, label: t('pages.divideInteractive.checkDecimalPoint') }
  }
  return (
    <NumberPad
      title={[setName, t('pages.divideInteractive.weighLane', { lane: roll.lane, width: roll.widthMm })]
        .filter(Boolean)
        .join(' · ')}
      unit="kg"
      value={roll.kg}
      limits={t('pages.divideInteractive.expected', { kg: expectedText })}
      evaluate={evaluateWeight}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
