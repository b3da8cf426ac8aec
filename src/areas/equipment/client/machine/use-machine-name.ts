import { useRowText } from '@/client/i18n/labels'
import { equipment } from '@/areas/equipment/contract/equipment'

/** Returns a function for the machine name in the current language; Chinese if there is no English name. */
export const useMachineName = (): ((row: object) => string) => useRowText(equipment, 'name')
