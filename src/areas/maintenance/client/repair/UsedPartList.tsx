import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { findRowOrReason } from '@/client/api/scanned-row'
import { useList } from '@/client/api/use-list'
import { FirstChoicesContext } from '@/client/fields/form-scope'
import { Picker } from '@/client/fields/picker'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { formatUnit } from '@/client/format/unit'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, ScanIcon } from '@/client/ui/icons'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import { usePreferredParts } from './use-preferred-parts'
import { Stepper } from '@/plant/client/forms/Stepper'

export interface UsedPart {
  partId: string
  quantity: number
}

/** An older stock level is displayed with the time when it was loaded. */
const MAX_STOCK_AGE_MS = 5 * 60_000

const CLOCK_INTERVAL_MS = 60_000

/**
 * Edits the used parts and shows their stock. Labels can be scanned one after another; each scan adds one piece of the
 * part.
 */
export function UsedPartList({
  usedParts,
  equipmentId,
  onChange,
}: {
  usedParts: readonly UsedPart[]
  /** Machine that the parts are used for; its usual parts are offered first. */
  equipmentId: string
  onChange: (usedParts: UsedPart[]) => void
}) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const zone = usePlantZone()
  const now = useNow(CLOCK_INTERVAL_MS)
  const getPartName = useRowText(sparePart, 'name')
  const [isScannerOpen, setIsScannerOpen] = useState(false)
  const preferredParts = usePreferredParts(equipmentId, { leavesStore: true })
  const partIds = usedParts.map((usedPart) => usedPart.partId).join(',')
  const stock = useList(sparePart, { id: partIds, size: 100 }, { enabled: partIds !== '' })
  // Others may have taken parts since the stock was loaded, so an old level is displayed with its time.
  const isStockOld = stock.fetchedAt > 0 && now - stock.fetchedAt > MAX_STOCK_AGE_MS
  // Labels are scanned faster than React renders, so each scan changes the usedParts that the previous scan produced.
  const latestUsedParts = useRef(usedParts)
  useLayoutEffect(() => {
    latestUsedParts.current = usedParts
  }, [usedParts])
  const addPart = (partId: string) => {
    const currentUsedParts = latestUsedParts.current
    const newUsedParts = currentUsedParts.some((usedPart) => usedPart.partId === partId)
      ? currentUsedParts.map((usedPart) =>
          usedPart.partId === partId ? { ...usedPart, quantity: usedPart.quantity + 1 } : usedPart,
        )
      : [...currentUsedParts, { partId, quantity: 1 }]
    latestUsedParts.current = newUsedParts
    onChange(newUsedParts)
  }
  async function onScanned(code: string) {
    const { hit, reason } = await findRowOrReason(code, ['sparePart'], {
      unknownMessage: t('pages.repair.noPart', { code }),
    })
    if (!hit) return reason
    addPart(hit.id)
    return void notify(t('pages.repair.partTaken', { part: hit.label }), 'success')
  }
  return (
    <div className="stack">
      {usedParts.map((usedPart, index) => {
        const part = stock.rows.find((candidate) => candidate.id === usedPart.partId)
        const exceedsStock = part !== undefined && usedPart.quantity > part.quantity
        return (
          <div key={usedPart.partId} className="own-line cluster middle between">
            <span>
              <b>{part ? `${part.code} ${getPartName(part)}` : '…'}</b>
              {exceedsStock && <small className="is-out">{t('pages.repair.moreThanStock')}</small>}
              {part && (
                <small className={exceedsStock ? 'is-out' : undefined}>
                  {t('pages.repair.inStock', {
                    quantity: formatNumber(part.quantity, { language, unit: part.unit }),
                    place: part.location ?? '–',
                  })}
                  {isStockOld &&
                    ` · ${t('pages.repair.stockOf', { at: formatMoment(new Date(stock.fetchedAt), zone, { showsSeconds: true }) })}`}
                </small>
              )}
            </span>
            <Stepper
              label={part ? getPartName(part) : ''}
              value={usedPart.quantity}
              step={1}
              unit={part ? formatUnit(part.unit, usedPart.quantity, language) : ''}
              onChange={(quantity) =>
                onChange(usedParts.map((other, otherIndex) => (otherIndex === index ? { ...other, quantity } : other)))
              }
            />
            <Button
              look="quiet"
              aria-label={t('pages.repair.removeLine', { name: part ? getPartName(part) : '' })}
              icon={<DeleteIcon size={20} />}
              onClick={() => onChange(usedParts.filter((_, otherIndex) => otherIndex !== index))}
            />
          </div>
        )
      })}
      <div className="stack">
        <Button icon={<ScanIcon size={20} />} onClick={() => setIsScannerOpen(true)}>
          {t('pages.repair.scanPart')}
        </Button>
        <FirstChoicesContext value={{ sparePart: preferredParts }}>
          <Picker
            resource="sparePart"
            id="add-part"
            label={t('pages.repair.addPart')}
            placeholder={t('pages.repair.addPart')}
            ids={[]}
            multiple={false}
            onPick={([id]) => {
              if (id) addPart(id)
            }}
          />
        </FirstChoicesContext>
      </div>
      {isScannerOpen && (
        <ScannerDialog onCode={onScanned} onClose={() => setIsScannerOpen(false)} hint={t('pages.repair.scanPart')} />
      )}
    </div>
  )
}
