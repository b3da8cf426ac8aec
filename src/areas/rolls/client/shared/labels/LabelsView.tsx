import './labels.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import type { PendingInfo } from '@/offline/overlay'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useUnsentCommands } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ErrorState } from '@/client/ui/ErrorState'
import { DownloadIcon, PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { recordPrintedLabels } from '../../../contract/jumbo-endpoints'
import { getLabelPixels } from './draw-label'
import { paperSizes, type LabelData, type RollLabelKind, type LabelSize } from './label-content'
import { toBitmap, buildLabelsPdf, type Bitmap } from './build-labels-pdf'
import { useLabelWords, useLabelPictures, type LabelPicture } from './use-labels'

/** The labels of a view, as loaded from the rows. */
export interface ViewLabels {
  readonly labels: readonly { readonly id: string; readonly label: LabelData }[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly refetch: () => void
  readonly copyCount: number
  /** Why the server refused to create one of the rolls, which therefore has no label. */
  readonly refused?: PendingInfo | null
  /** True if a roll was made on this phone and has no number from the server yet. */
  readonly awaitsNumber?: boolean
}
/** Displays labels of jumbo rolls, slit rolls or packages, which can be printed or saved as a PDF. Works offline. */
export function LabelsView({
  source: { labels, isLoading, error, refetch, copyCount, refused = null, awaitsNumber = false },
  onPrint,
  onBack,
}: {
  source: ViewLabels
  /** Called with the ids of the printed labels. */
  onPrint: (ids: readonly string[]) => void
  onBack: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [size, setSize] = useState<LabelSize>('roll')
  const { words, isIncomplete: lacksLanguage } = useLabelWords()
  const { pictures, failureReason } = useLabelPictures(labels, words, size)
  const isReady = pictures.length > 0 && pictures.length === labels.length
  const onPrinted = () => onPrint(pictures.map((picture) => picture.id))
  const saveAsPdf = async () => {
    try {
      await savePdf(pictures, size, t('pages.labels.file'))
      onPrinted()
    } catch (caught) {
      void notify(
        t('pages.labels.failed', { reason: caught instanceof Error ? caught.message : String(caught) }),
        'fail',
      )
    }
  }
  return (
    <PageFrame
      title={t('pages.labels.title')}
      onBack={onBack}
      primary={
        <>
          <Button
            className="beside"
            icon={<DownloadIcon size={20} />}
            disabled={!isReady}
            onClick={() => void saveAsPdf()}
          >
            {t('pages.labels.pdf')}
          </Button>
          <Button
            look="primary"
            icon={<PrintIcon size={20} />}
            disabled={!isReady}
            onClick={() => {
              window.print()
              onPrinted()
            }}
          >
            {t('pages.labels.print')}
          </Button>
        </>
      }
    >
      <fieldset className="choices cluster" aria-label={t('pages.labels.stock')}>
        {(Object.keys(paperSizes) as LabelSize[]).map((labelSize) => (
          <button key={labelSize} type="button" aria-pressed={size === labelSize} onClick={() => setSize(labelSize)}>
            {t(`pages.labels.stocks.${labelSize}`)}
          </button>
        ))}
      </fieldset>
      {copyCount > 0 && <p className="quiet">{t('pages.labels.copies', { count: copyCount })}</p>}
      {lacksLanguage && <p className="form-warn">{t('pages.labels.languageMissing')}</p>}
      {(isLoading || (labels.length > 0 && pictures.length === 0 && !failureReason)) && <SkeletonList />}
      {refused && (
        <>
          <p>{t('pages.labels.refused')}</p>
          <UnsentNotice pending={refused} />
        </>
      )}
      {error && labels.length === 0 && !refused && !awaitsNumber && <NotLoadedView query={{ error, refetch }} />}
      {failureReason && (
        <ErrorState title={t('pages.labels.failed', { reason: failureReason })} detail="" onRetry={refetch} />
      )}
      {!isLoading && (!error || awaitsNumber) && !refused && labels.length === 0 && (
        <EmptyState title={t('pages.labels.none')} advice={t('pages.labels.noneNext')} />
      )}
      <ul className={`rl-list is-${size}`}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={picture.url} alt={t('pages.labels.alt', { number: picture.number })} />
          </li>
        ))}
      </ul>
      {createPortal(
        <div className={`rl-paper is-${size}`} aria-hidden="true">
          {pictures.map((picture) => (
            <img key={picture.id} src={picture.url} alt="" />
          ))}
        </div>,
        document.body,
      )}
    </PageFrame>
  )
}
/**
 * Returns the ids of rows whose labels were printed since the page was opened, or whose print the server has not
 * counted yet. `countPrints` records a print.
 */
export function usePrintedLabels(kind: RollLabelKind): {
  printedIds: ReadonlySet<string>
  countPrints: (ids: readonly string[]) => void
} {
  const [newlyPrintedIds, setNewlyPrintedIds] = useState<readonly string[]>([])
  const unsent = useUnsentCommands()
  const { run } = useCommand(recordPrintedLabels)
  const printedIds = useMemo(
    () =>
      new Set([
        ...newlyPrintedIds,
        ...unsent
          .filter((item) => item.op === recordPrintedLabels.name)
          .flatMap((item) => String(item.body['ids'] ?? '').split(',')),
      ]),
    [newlyPrintedIds, unsent],
  )
  const countPrints = (ids: readonly string[]) => {
    setNewlyPrintedIds((previousIds) => [...previousIds, ...ids])
    // The label is printed even if the count cannot be stored.
    void run(
      { id: createUuid7(), ids: ids.join(','), kind },
      {
        quiet: true,
        savedMessage: null,
        changedResources: [kind],
        onRefused: (error) => recordTrouble('print not counted', error),
      },
    )
  }
  return { printedIds, countPrints }
}
async function savePdf(pictures: readonly LabelPicture[], size: LabelSize, name: string): Promise<void> {
  const labels: Bitmap[] = []
  for (const { label } of pictures) labels.push(toBitmap(await getLabelPixels(label, size)))
  const url = URL.createObjectURL(new Blob([await buildLabelsPdf(labels, size, name)], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${pictures.length === 1 ? pictures[0]!.number : pictures.length}.pdf`
  link.click()
  URL.revokeObjectURL(url)
}
