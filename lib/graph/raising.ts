/** Unvisited neighbours of good hubs, and what was raised before. */
export { promisingNeighbours } from './raising/neighbours.ts';
export {
  learnRaised,
  type Neighbour,
  nothingRaised,
  type RaiseRecord,
  withRaised,
} from './raising/raise-record.ts';
