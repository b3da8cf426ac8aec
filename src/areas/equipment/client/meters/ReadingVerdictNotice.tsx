import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { NewerValue } from '@/client/area'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import type { meter } from '../../contract/meter'
import { readingVerdictTones } from '../../contract/tones'
import { Checkbox } from '@/client/ui/Toggles'
import type { ReadingFormEntry, ReadingJudgement } from './judge-entry'

interface Props {
  meterRow: Row<typeof meter>
  judgement: ReadingJudgement
  /** Value that the meter transmitted since the previous reading. */
  transmitted: NewerValue | null
  entry: ReadingFormEntry
  onChange: (next: Partial<ReadingFormEntry>) => void
}

/**
 * Judgement of an entered reading: the consumption since the last reading with its verdict, or the reason why the
 * reading is refused. Also warns if the value is outside the meter's range or contradicts the transmitted value.
 */
export function ReadingVerdictNotice({ meterRow, judgement, transmitted, entry, onChange }: Props) {
  const { t } = useTranslation('equipment')
  const language = useLanguage()
  const formatAmount = (value: number, unit = meterRow.unit) => formatNumber(value, { language, unit, decimals: 3 })
  const { check, exceededLimit, usualPerHour, contradictsTransmitted } = judgement
  const rejection = check && !('use' in check) ? check.verdict : null
  return (
    <div className="eq-verdict stack" aria-live="polite">
      {exceededLimit && (
        <p>
          <StateBadge tone="warn">
            {t(`pages.meters.outside.${exceededLimit}`, {
              limit: formatAmount((exceededLimit === 'low' ? meterRow.rangeLow : meterRow.rangeHigh) ?? 0),
            })}
          </StateBadge>
        </p>
      )}
      {check && 'use' in check && !contradictsTransmitted && (
        <p>
          <StateBadge tone={readingVerdictTones[check.verdict]}>
            {t(`meterReading.options.verdict.${check.verdict}`)}
          </StateBadge>
          <span>
            {t('pages.meters.since', {
              use: formatAmount(check.use),
              rate: formatAmount(check.perHour, `${meterRow.unit}/h`),
            })}
          </span>
          {usualPerHour !== null && (
            <span className="quiet">
              {t('pages.meters.usually', { rate: formatAmount(usualPerHour, `${meterRow.unit}/h`) })}
            </span>
          )}
        </p>
      )}
      {rejection && (
        <p>
          <StateBadge tone="bad">{t(`pages.meters.wrong.${rejection}`)}</StateBadge>
        </p>
      )}
      {contradictsTransmitted && transmitted && (
        <p>
          <StateBadge tone="warn">{t('pages.meters.differs', { value: formatAmount(transmitted.value) })}</StateBadge>
        </p>
      )}
      {(check?.verdict === 'jump' || contradictsTransmitted) && (
        <label className="eq-check strip middle">
          <Checkbox
            checked={entry.jumpConfirmed}
            onChange={(event) => onChange({ jumpConfirmed: event.target.checked })}
          />
          {t(contradictsTransmitted ? 'pages.meters.confirmDiffers' : 'pages.meters.confirmJump')}
        </label>
      )}
      {meterRow.counter && (rejection === 'backwards' || entry.exchanged) && (
        <Button
          aria-pressed={entry.exchanged}
          onClick={() => onChange({ exchanged: !entry.exchanged, oldFinal: null, newStart: null })}
        >
          {t(entry.exchanged ? 'pages.meters.notExchanged' : 'pages.meters.exchanged')}
        </Button>
      )}
    </div>
  )
}
