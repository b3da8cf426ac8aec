import { ProgressMeter } from '@/client/ui/ProgressIndicator'
import './tools.css'
import { useTranslation } from 'react-i18next'
import { getDecimalsNextToLimits, MISSING_TEXT } from '@/client/format/number'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { toLifeLevel, getUsedLife } from '../rules/tool'
import { lifeTones } from './tool-display'
import type { Tool } from './ToolPanel'

/** Used life of a tool in percent, with a coloured warning if the tool is near or over its limit. */
export function LifeBadge({ row }: { row: Tool }) {
  const { t } = useTranslation('tools')
  if (row.lifePercent === null) return MISSING_TEXT
  const level = toLifeLevel(row.lifePercent)
  const percent = <Quantity value={row.lifePercent} unit="%" decimals={1} />
  const needsWarning = (level === 'nearEnd' || level === 'over') && row.state !== 'scrapped'
  if (!needsWarning) return percent
  return (
    <StateBadge tone={lifeTones[level]}>
      {percent} · {t(`pages.lifeShort.${level}`)}
    </StateBadge>
  )
}
/** Limit of a tool's life in its own unit. */
export const LifeLimitCell = ({ row }: { row: Tool }) => (
  <Quantity value={row.lifeLimit} unit={row.lifeUnit} decimals={0} />
)

/** Used life in its unit. Just below the limit it has decimals, so that it does not read as the limit. */
export function UsedLifeQuantity({ row }: { row: Tool }) {
  const usedLife = getUsedLife(row)
  const decimals = getDecimalsNextToLimits(usedLife, { low: row.lifeLimit }, 0)
  return <Quantity value={usedLife} unit={row.lifeUnit} decimals={decimals} />
}
/** Used life and limit as a bar with both values. */
export function LifeBar({ row }: { row: Tool }) {
  const { t } = useTranslation('tools')
  const usedLife = getUsedLife(row)
  const level = toLifeLevel(row.lifePercent)
  return (
    <div className="tool-life stack gap-1">
      {row.lifeLimit ? (
        <ProgressMeter
          className={`life-bar is-${level}`}
          label={t('tool.fields.lifePercent')}
          value={usedLife}
          max={row.lifeLimit}
        />
      ) : null}
      <div className="row">
        <span>
          <UsedLifeQuantity row={row} /> / <LifeLimitCell row={row} />
        </span>
        <StateBadge tone={lifeTones[level]}>
          {row.lifePercent !== null && (
            <>
              <Quantity value={row.lifePercent} unit="%" decimals={1} /> ·{' '}
            </>
          )}
          {t(`pages.life.${level}`)}
        </StateBadge>
      </div>
    </div>
  )
}
