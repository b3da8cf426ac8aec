import { areaClients } from '@/areas/clients'
import { registerAreas } from './areas'

// A module of its own: what begins early already asks which areas there are.
registerAreas(areaClients)
