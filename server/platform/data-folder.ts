/** Where an installation without a given database keeps its own: the cluster, secrets, the demo's key. */
export const DATA_FOLDER = ".data";
