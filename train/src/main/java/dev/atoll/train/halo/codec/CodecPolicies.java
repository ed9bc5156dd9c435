package dev.atoll.train.halo.codec;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** The codecs that come with Atoll. */
public final class CodecPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public CodecPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(RowCodec.class, "fp32", "rows as they are").always(new Fp32()),
        Policy.of(RowCodec.class, "fp16", "IEEE half precision").always(new Fp16()),
        Policy.of(RowCodec.class, "bf16", "the upper half of a float32").always(new Bf16()),
        Policy.of(RowCodec.class, "int8", "a byte per element, a scale per row, errors fed back")
            .always(new Int8()));
  }
}
