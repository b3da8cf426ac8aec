import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { Button } from '@/client/ui/Button'
import { ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { meter, meterReading } from '../../contract/meter'
import { readingVerdictTones } from '../../contract/tones'

const columns = ['meterId', 'readAt', 'value', 'used', 'verdict', 'source', 'userId', 'note'] as const
const ALL_METERS_QUERY = { size: 500 } as const

/** Readings of all meters 抄表记录, newest first, with import of readings from Excel or CSV. */
export function ReadingsView({ tabs, onStartReading }: { tabs: ReactNode; onStartReading: (() => void) | null }) {
  const { t } = useTranslation('equipment')
  const { rows: meters } = useList(meter, ALL_METERS_QUERY)
  const cells = useMemo((): Cells => {
    const unitByMeter = new Map(meters.map(({ id, unit }) => [id, unit]))
    const createAmountCell = (name: 'value' | 'used') => (row: ListRow) => (
      <Quantity
        value={row[name] as number | null}
        unit={unitByMeter.get(String(row['meterId'])) ?? ''}
        decimals={3}
        showsAllDigits
      />
    )
    return {
      value: createAmountCell('value'),
      used: createAmountCell('used'),
      verdict: createStateCell(meterReading, 'verdict', readingVerdictTones),
    }
  }, [meters])
  return (
    <ResourcePage
      resource={meterReading}
      columns={columns}
      cells={cells}
      parts={{ above: tabs }}
      primary={
        onStartReading && (
          <Button look="primary" icon={<ScanIcon size={20} />} onClick={onStartReading}>
            {t('pages.meters.readByScan')}
          </Button>
        )
      }
    />
  )
}
