import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isServerUnreachable } from '@/client/api/api-error'
import { callEndpoint } from '@/client/api/call-endpoint'
import { recordTrouble } from '@/client/ui/trouble'
import { findRowByCode, notifyRefusal, type Hit } from '@/client/api/scanned-row'
import { readCode } from '@/client/area-registry'
import { Picker } from '@/client/fields/picker'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { useIsDesktop } from '@/client/ui/use-device'
import { rollPackage } from '@/areas/packing/contract/package'
import { toSearchText } from '@/contract/language'

/**
 * Identifies a package by its id. If neither the phone nor the server could look up the package, only the number on the
 * label is known.
 */
export interface PackageReference {
  id: string | null
  number: string | null
}
/** Timeout for looking up a scanned label on the server. */
const SEARCH_TIMEOUT_MS = 5000
async function searchPackagesOnServer(number: string): Promise<Hit[]> {
  const { list } = await callEndpoint(
    rollPackage.endpoints.list,
    { keyword: number, size: 5 },
    { quiet: true, timeoutMs: SEARCH_TIMEOUT_MS },
  )
  return list
    .filter((row) => toSearchText(row.number) === toSearchText(number))
    .map((row) => ({ resource: rollPackage.name, id: row.id, label: row.number }))
}
/** Finds the package for a scanned code; null if it is no package of the plant. */
async function findPackageByCode(text: string): Promise<PackageReference | null> {
  const { kind, code } = readCode(text)
  if (kind !== 'package' && kind !== 'unknown') return null
  try {
    const hit = await findRowByCode(code, [rollPackage.name], searchPackagesOnServer)
    return hit && { id: hit.id, number: hit.label }
  } catch (error) {
    if (isServerUnreachable(error)) return { id: null, number: code }
    throw error
  }
}

interface PackageFieldProps {
  packageReference: PackageReference
  /** Opens the scanner together with the form, except on a desktop, where the package is chosen from the list. */
  opensScanner: boolean
  label: string
  disabled: boolean
  invalid: boolean
  onPackage: (packageReference: PackageReference) => void
}
/** Chooses a package by scanning its label or from the list. */
export function PackageField({
  packageReference,
  opensScanner,
  label,
  disabled,
  invalid,
  onPackage,
}: PackageFieldProps) {
  const { t } = useTranslation('quality')
  const isAtDesk = useIsDesktop()
  const id = useId()
  const [isScannerOpen, setScannerOpen] = useState(opensScanner && !isAtDesk)
  /** Selects the scanned package. Returns the text of a refusal, or undefined. */
  const selectByCode = async (text: string) => {
    const scannedPackage = await findPackageByCode(text.trim()).catch((error: unknown) => {
      recordTrouble('package not looked up', error)
      return undefined
    })
    if (!scannedPackage)
      return t(scannedPackage === null ? 'pages.sheet.noPackage' : 'pages.sheet.packageNotLookedUp', {
        code: readCode(text).code,
      })
    setScannerOpen(false)
    return onPackage(scannedPackage)
  }
  useHardwareScanner((code) => void selectByCode(code).then(notifyRefusal), !disabled)
  return (
    <>
      <Picker
        resource={rollPackage.name}
        id={id}
        label={label}
        multiple={false}
        clearable={false}
        disabled={disabled}
        invalid={invalid}
        ids={packageReference.id ? [packageReference.id] : []}
        {...(packageReference.id && packageReference.number
          ? { refs: { [packageReference.id]: packageReference.number } }
          : {})}
        {...(packageReference.number ? { placeholder: packageReference.number } : {})}
        onPick={([pickedId], pickedLabel) => onPackage({ id: pickedId ?? null, number: pickedLabel ?? null })}
        onScan={() => setScannerOpen(true)}
      />
      {packageReference.number && !packageReference.id && (
        <p className="quiet">{t('pages.sheet.offlinePackage', { number: packageReference.number })}</p>
      )}
      {isScannerOpen && (
        <ScannerDialog
          onCode={selectByCode}
          onClose={() => setScannerOpen(false)}
          hint={t('pages.sheet.scanPackage')}
        />
      )}
    </>
  )
}
