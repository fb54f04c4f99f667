// From a choice to a model: a remote one, or the offline responder where there is none.

import type { Model } from "../ports/model.ts";
import { offlineResponder } from "../offline/responder.ts";
import { chooseModel, type ChooseRequest } from "./choose.ts";
import { discoverModel } from "./discover.ts";
import { openRemoteModel, type RemoteOptions } from "./remoteModel.ts";

/** `why` says where the choice came from, for the line that a chat begins with. */
export async function openModel(
  request: ChooseRequest,
  options: RemoteOptions = {},
): Promise<{ readonly model: Model; readonly why: string }> {
  const choice = chooseModel(request);
  if (choice === null) return { model: offlineResponder, why: "no language model is configured" };
  const found = await discoverModel(choice);
  return { model: openRemoteModel(found, options), why: found.why };
}
