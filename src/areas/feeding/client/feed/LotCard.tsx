import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { notify } from '@/client/api/notify'
import { findRowOrReason, notifyRefusal } from '@/client/api/scanned-row'
import { FirstChoicesContext, type FirstChoice } from '@/client/fields/form-scope'
import { Picker } from '@/client/fields/picker'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { materialLot, material } from '@/areas/feeding/contract/material'
import { lotTones } from '../shared/tones'
import { Button } from '@/client/ui/Button'
import { CloseIcon, ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { isLiveScan, ScannerDialog, useHardwareScanner, type CodeSource } from '@/client/ui/ScannerDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { findLotByCode } from '../find-lot-by-code'
import { useCurrentShift } from './use-current-shift'
import type { FeedFormState } from './use-feed-form'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { findLotProblems } from '../../rules/feed'

/** Fields that another lot makes invalid. */
const CLEARED_FIELDS = { hopperId: null, kg: null } as const

/** Choice of the lot by scan or from a list; packing and reclaimed material may have no lot. */
export function LotCard({ feedForm, messages }: { feedForm: FeedFormState; messages: ReactNode }) {
  const { t } = useTranslation('feeding')
  const [isScannerOpen, setScannerOpen] = useState(false)
  const sectionRef = useRef<HTMLElement>(null)
  const { entry, changeEntry, scanHopper } = feedForm
  const lotChoices = useLotChoices(useCurrentShift().businessDate)
  async function lookUpCode(code: string, source: CodeSource) {
    const scannedHopper = scanHopper(code)
    if (scannedHopper === false) return t('pages.rawMaterial.hopperOfOther', { hopper: code })
    if (scannedHopper) {
      setScannerOpen(false)
      return void notify(
        t('pages.rawMaterial.hopperScanned', { hopper: `${scannedHopper.code} ${scannedHopper.name}` }),
        'success',
      )
    }
    const { hit, reason } = await findRowOrReason(code, ['materialLot', 'material'], {
      unknownMessage: t('pages.rawMaterial.unknownLot', { code }),
      askServer: findLotByCode,
    })
    if (!hit) return reason
    setScannerOpen(false)
    // A hand scanner works from anywhere on the page, so scroll the result into view.
    sectionRef.current?.scrollIntoView({ block: 'nearest' })
    const isScan = isLiveScan(source)
    return changeEntry(
      hit.resource === 'materialLot'
        ? { ...CLEARED_FIELDS, lotId: hit.id, materialId: null, isScanned: isScan }
        : { ...CLEARED_FIELDS, lotId: null, materialId: hit.id, isScanned: isScan },
    )
  }
  useHardwareScanner((code) => void lookUpCode(code, 'camera').then(notifyRefusal))
  const clearLot = () => changeEntry({ ...CLEARED_FIELDS, lotId: null, materialId: null, isScanned: false })
  return (
    <section className="feed-step" ref={sectionRef}>
      {(entry.lotId ?? entry.materialId) ? (
        <ChosenLotCard feedForm={feedForm} onClear={clearLot} onScan={() => setScannerOpen(true)} />
      ) : (
        <>
          <Button
            look="primary"
            block
            className="feed-scan"
            icon={<ScanIcon size={28} />}
            onClick={() => setScannerOpen(true)}
          >
            {t('pages.rawMaterial.scanLot')}
          </Button>
          <div className="feed-picks">
            <div className="filter">
              <span>{t('feed.fields.lotId')}</span>
              <FirstChoicesContext value={{ materialLot: lotChoices }}>
                <Picker
                  resource="materialLot"
                  id="feed-lot"
                  label={t('feed.fields.lotId')}
                  multiple={false}
                  ids={[]}
                  onPick={([id]) =>
                    changeEntry({ ...CLEARED_FIELDS, lotId: id ?? null, materialId: null, isScanned: false })
                  }
                />
              </FirstChoicesContext>
            </div>
            <div className="filter">
              <span>{t('pages.rawMaterial.withoutLot')}</span>
              <Picker
                resource="material"
                id="feed-material"
                label={t('feed.fields.materialId')}
                multiple={false}
                ids={[]}
                onPick={([id]) => changeEntry({ ...CLEARED_FIELDS, materialId: id ?? null, isScanned: false })}
              />
            </div>
          </div>
        </>
      )}
      {messages}
      {isScannerOpen && (
        <ScannerDialog
          onCode={lookUpCode}
          onClose={() => setScannerOpen(false)}
          hint={t('pages.rawMaterial.scanHint')}
        />
      )}
    </section>
  )
}

function ChosenLotCard({
  feedForm: { material: fedMaterial, lot, lotLeftKg },
  onClear,
  onScan,
}: {
  feedForm: FeedFormState
  onClear: () => void
  onScan: () => void
}) {
  const { t } = useTranslation(['feeding', 'client'])
  const language = useLanguage()
  return (
    <div className="ui-card feed-lot">
      <p className="feed-lot-head">
        <b>
          {fedMaterial
            ? String(getFieldInLanguage(material, fedMaterial, 'name', language))
            : (lot?.number ?? t('pages.rawMaterial.lotGone'))}
        </b>
        <Button
          look="quiet"
          icon={<ScanIcon size={24} />}
          aria-label={t('pages.rawMaterial.scanOther')}
          title={t('pages.rawMaterial.scanOther')}
          onClick={onScan}
        />
        <Button
          look="quiet"
          icon={<CloseIcon size={24} />}
          aria-label={t('client:fields.clear')}
          title={t('client:fields.clear')}
          onClick={onClear}
        />
      </p>
      <p className="feed-lot-facts">
        {fedMaterial && <StateBadge tone="idle">{t(`material.options.kind.${fedMaterial.kind}`)}</StateBadge>}
        {lot ? (
          <>
            <span className="is-code">{lot.number}</span>
            <ResourceStateBadge resource={materialLot} state={lot.state} tones={lotTones} />
            <span>
              {t('answers.leftKg')}{' '}
              <b>
                <Quantity value={lotLeftKg} unit="kg" decimals={3} lowLimit={0} />
              </b>
            </span>
            {lot.expiresOn && <span>{t('pages.rawMaterial.until', { day: lot.expiresOn })}</span>}
          </>
        ) : (
          <span className="is-code">{fedMaterial?.code}</span>
        )}
      </p>
    </div>
  )
}

const IN_STOCK_QUERY = { leftKgFrom: 0.001, sort: '-receivedOn', size: 200 } as const

/**
 * Returns the lots in stock for a picker, the newest first, with the mass left and the reason if a lot cannot be fed.
 */
function useLotChoices(businessDate: string): FirstChoice[] {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const { rows, refs } = useList(materialLot, IN_STOCK_QUERY)
  const materialNames = useNames(
    'material',
    rows.map((lot) => lot.materialId),
    refs,
  )
  return rows.map((lot) => {
    const problems = findLotProblems(lot, businessDate)
    return {
      id: lot.id,
      label: `${lot.number} ${materialNames[lot.materialId] ?? ''}`.trim(),
      note: formatNumber(lot.leftKg, { language, unit: 'kg', decimals: 1 }),
      ...(problems.length > 0
        ? {
            disabledReason: problems
              .map((code) => t(`pages.rawMaterial.lotNo.${code}`, { day: lot.expiresOn ?? '' }))
              .join(', '),
          }
        : {}),
    }
  })
}
